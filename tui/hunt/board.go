package hunt

import (
	"math"
	"strconv"

	"ouro"
	"ouro/hunter"
	"ouro/internal/palette"
	"ouro/tui/canvas"
)

// hunterFit returns the largest scale at which a level fits into this many columns and rows, or 0 if
// it does not fit at scale 2, the smallest for figures. Without colours the scale is even, because
// characters fill whole rows.
func hunterFit(g *ouro.Grid, cols, rows int, mono bool) int {
	scale, _ := canvas.Fit(g, cols, rows)
	if mono {
		scale -= scale % 2
	}
	if scale < 2 {
		return 0
	}
	return scale
}

type hunterTheme struct {
	snakes  [hunter.MaxSnakes]canvas.Colour
	hunters [hunter.MaxHunters]canvas.Colour
	pupil   canvas.Colour
	bomb    canvas.Colour
	spark   canvas.Colour
	flame   [3]canvas.Colour // colours of a flame at its start, in the middle of its time and at its end
	danger  canvas.Colour
}

func newHunterTheme(p *canvas.Theme, dark bool) hunterTheme {
	switch {
	case p.Mono:
		return hunterTheme{}
	case dark:
		return hunterTheme{
			snakes:  [...]canvas.Colour{canvas.RGB(0x19C495), canvas.RGB(palette.Sky), canvas.RGB(palette.Purple), canvas.RGB(0x9DB2FF)},
			hunters: [...]canvas.Colour{canvas.RGB(0xFFFFFF), canvas.RGB(palette.Yellow)},
			pupil:   canvas.RGB(0x101318), bomb: canvas.RGB(0xC8CED8), spark: canvas.RGB(0xF03A3E),
			flame:  [...]canvas.Colour{canvas.RGB(0xFFF7C2), canvas.RGB(palette.Orange), canvas.RGB(0x8A2C00)},
			danger: canvas.RGB(0xF03A3E),
		}
	default:
		return hunterTheme{
			snakes:  [...]canvas.Colour{canvas.RGB(0x00805D), canvas.RGB(0x1C86C9), canvas.RGB(0xB04A86), canvas.RGB(0x3A3FA8)},
			hunters: [...]canvas.Colour{canvas.RGB(0x15181D), canvas.RGB(0x8A6D00)},
			pupil:   canvas.RGB(0xF6F7F2), bomb: canvas.RGB(0x3B424D), spark: canvas.RGB(0xD3262B),
			flame:  [...]canvas.Colour{canvas.RGB(0xFFE04A), canvas.RGB(palette.Orange), canvas.RGB(0xE8B9A0)},
			danger: canvas.RGB(0xF03A3E),
		}
	}
}

// arena draws a scene of Snake Hunter.
type arena struct {
	*canvas.Board
	hunterTheme
	scene  *hunter.Scene
	living []*ouro.Snake // by number of the snake; nil if the snake is not alive
}

func (h *huntScreen) newArena(c *canvas.Canvas, s *hunter.Scene, scale, x, y int) *arena {
	g := s.Level.Grid
	state := ouro.NewState(g)
	for cell, t := range s.Ground {
		state.SetTerrain(ouro.Cell(cell), t)
	}
	for _, snake := range s.Snakes {
		if snake.State == hunter.Alive {
			state.AddSnake(snake.Cells...)
		}
	}
	cols, rows := canvas.Size(g, scale)
	a := &arena{Board: canvas.NewBoard(c, h.Theme, state, canvas.Box{Area: canvas.At(x, y, cols, rows), Scale: scale}), hunterTheme: newHunterTheme(h.Theme, h.Dark), scene: s}
	a.living = make([]*ouro.Snake, len(s.Snakes))
	n := 0
	for i, snake := range s.Snakes {
		if snake.State == hunter.Alive {
			a.living[i] = &state.Snakes[n]
			n++
		}
	}
	return a
}

// blink reports whether the scene is in the first half of a period. period is in ticks.
func (a *arena) blink(period int) bool { return a.scene.Tick%period < (period+1)/2 }

// usesSprites reports whether figures are drawn as pixels, not as characters.
func (a *arena) usesSprites() bool { return a.Scale >= 6 || a.Scale > 2 && !a.Mono }

func (a *arena) draw(danger, thoughts bool) {
	a.Ground()
	for c := range ouro.Cell(a.State.Grid.Size()) {
		switch burning := a.scene.Burning[c]; {
		case burning > 0:
			a.burn(c, burning)
		case danger && a.scene.Danger[c]:
			a.Tint(c, a.danger, 0.16)
		}
	}
	for i, s := range a.living {
		if s != nil && !(a.Mono && a.hurt(i)) {
			a.Body(s, a.snakeSkin(i))
		}
	}
	if a.usesSprites() {
		a.figures()
	}
	a.Show()
	if a.Mono {
		a.GroundSigns()
		a.burnSigns()
	}
	for i, s := range a.living {
		if s != nil {
			a.snakeSigns(i, s)
		}
	}
	if a.usesSprites() {
		a.captions()
	} else {
		a.figureSigns()
	}
	for i := range a.scene.Snakes {
		if thoughts {
			a.thoughts(i)
		}
	}
}

// burn draws a burning cell. The flame is brightest when it is new, and in its middle.
func (a *arena) burn(c ouro.Cell, ticks int) {
	age := 1 - float64(ticks)/hunter.FlameTicks
	a.Glow(c, func(off float64) canvas.Colour { return canvas.BlendThree(a.flame, age+0.4*off) })
}

// burnSigns draws burning cells as characters.
func (a *arena) burnSigns() {
	for c := range ouro.Cell(a.State.Grid.Size()) {
		if a.scene.Burning[c] > 0 && a.State.Segments(c) == 0 {
			a.Cover(c, "*+")
		}
	}
}

// snakeSkin returns the skin of snake i. The skin blends into the floor towards the tail, and flashes
// after a hit.
func (a *arena) snakeSkin(i int) canvas.Skin {
	if a.Mono {
		return a.SkinOf(0)
	}
	k := a.snakes[i]
	if a.hurt(i) {
		k = canvas.Blend(k, canvas.RGB(0xFFFFFF), 0.6)
	}
	body := [3]canvas.Colour{k, canvas.Blend(k, a.Floor, 0.25), canvas.Blend(k, a.Floor, 0.5)}
	return canvas.Skin{Head: canvas.Blend(k, a.Head, 0.55), Shade: func(t float64) canvas.Colour { return canvas.BlendThree(body, t) }, Eyes: true}
}

func (a *arena) hurt(i int) bool { return a.scene.Snakes[i].Hurt > 0 && a.blink(6) }

// snakeSigns writes an arrow or a dot on the head of a snake, if the screen is too coarse for eyes.
// Without colours, it also writes the number of the snake.
func (a *arena) snakeSigns(i int, s *ouro.Snake) {
	if a.Scale > 2 && !a.Mono {
		return
	}
	k := canvas.Ink{FG: a.snakeSkin(i).Head, Bold: true}
	if s.Body.Len() > 1 {
		a.Snout(s, k)
	} else if a.Scale == 2 {
		a.Glyph(s.Body.Head(), '●', k)
	}
	if a.Mono {
		a.number(s.Body.Head(), i)
	}
}

// number writes i + 1 at the edge of a cell: players see numbers from 1.
func (a *arena) number(c ouro.Cell, i int) { a.Edge(c, rune('1'+i), canvas.Ink{Bold: true}) }

// figures draws bombs, stunned snakes and hunters as sprites.
func (a *arena) figures() {
	for _, b := range a.scene.Bombs {
		a.Stamp(b.Cell, bombSprites, a.bombColour(b), a.ember(b))
	}
	for i, s := range a.scene.Snakes {
		if s.State != hunter.Stunned {
			continue
		}
		stars := a.pupil
		if a.blink(10) {
			stars = a.flame[0]
		}
		a.Stamp(s.Cells[0], dazedSprites, canvas.Blend(a.snakes[i], a.Floor, 0.2), stars)
	}
	for h, person := range a.scene.Hunters {
		if person.State == hunter.Active && !(a.Mono && a.isDim(person)) {
			a.Stamp(person.Cell, hunterSprites, a.hunterColour(h), a.pupil)
		}
	}
}

// hunterColour returns the colour of hunter h, which blinks while the hunter has a shield.
func (a *arena) hunterColour(h int) canvas.Colour {
	if a.isDim(a.scene.Hunters[h]) {
		return canvas.Blend(a.hunters[h], a.Floor, 0.65)
	}
	return a.hunters[h]
}

// isDim reports whether a hunter with a shield is dim at this moment, because it blinks.
func (a *arena) isDim(person hunter.Hunter) bool { return person.Shield > 0 && !a.blink(8) }

// bombColour returns the colour of a bomb, which flashes faster and faster until the bomb explodes.
func (a *arena) bombColour(b hunter.Bomb) canvas.Colour {
	if !a.Mono && b.Fuse%(4+b.Fuse/4) < 2+b.Fuse/10 {
		return canvas.Blend(a.bomb, a.spark, 0.75)
	}
	return a.bomb
}

// ember returns the colour of the burning end of a bomb's fuse.
func (a *arena) ember(b hunter.Bomb) canvas.Colour {
	if b.Fuse%4 < 2 {
		return a.flame[0]
	}
	return a.spark
}

// countdown returns the digit on a bomb: 3, 2 or 1.
func countdown(b hunter.Bomb) rune {
	return rune('1' + min(2, (b.Fuse-1)*3/hunter.FuseTicks))
}

// captions writes the countdown on bombs and, without colours, the numbers of stunned snakes and of
// hunters. It writes nothing if the figures are too small.
func (a *arena) captions() {
	if a.Scale < 6 {
		return
	}
	for _, b := range a.scene.Bombs {
		a.Below(b.Cell, countdown(b), canvas.Ink{FG: a.pupil, BG: a.bombColour(b), Bold: true})
	}
	if !a.Mono {
		return
	}
	for i, s := range a.scene.Snakes {
		if s.State == hunter.Stunned {
			a.number(s.Cells[0], i)
		}
	}
	for h, person := range a.scene.Hunters {
		if person.State == hunter.Active {
			a.number(person.Cell, h)
		}
	}
}

// figureSigns draws bombs, stunned snakes and hunters as characters.
func (a *arena) figureSigns() {
	for _, b := range a.scene.Bombs {
		a.Pair(b.Cell, '●', countdown(b), canvas.Ink{FG: a.bombColour(b), Bold: true})
	}
	for i, s := range a.scene.Snakes {
		if s.State != hunter.Stunned {
			continue
		}
		star := '✶'
		if !a.blink(10) {
			star = '×'
		}
		if a.Mono {
			a.Pair(s.Cells[0], star, rune('1'+i), canvas.Ink{Bold: true})
		} else {
			a.Pair(s.Cells[0], star, '×', canvas.Ink{FG: a.pupil, BG: canvas.Blend(a.snakes[i], a.Floor, 0.2), Bold: true})
		}
	}
	for h, person := range a.scene.Hunters {
		if person.State != hunter.Active {
			continue
		}
		switch {
		case !a.Mono:
			a.Pair(person.Cell, '•', '•', canvas.Ink{FG: a.pupil, BG: a.hunterColour(h), Bold: true})
		case a.isDim(person):
			a.Pair(person.Cell, '(', ')', canvas.Ink{Bold: true})
		default:
			a.Pair(person.Cell, 'P', rune('1'+h), canvas.Ink{Bold: true})
		}
	}
}

// thoughts writes the scores of snake i for the moves of its last decision, on the cells to which these
// moves led.
func (a *arena) thoughts(i int) {
	s := a.scene.Snakes[i]
	if s.State != hunter.Alive {
		return
	}
	from := s.Cells[0]
	if len(s.Cells) > 1 {
		from = s.Cells[1]
	}
	for d, score := range s.Scores {
		c := a.State.Grid.Next(from, ouro.Dir(d))
		if c == ouro.NoCell || math.IsNaN(score) || score <= 0 || a.State.Terrain(c) == ouro.Wall {
			continue
		}
		text := canvas.FitNumber(score, a.Scale)
		if score >= 1 {
			text = strconv.Itoa(int(score))
		}
		a.Label(c, text, canvas.Ink{FG: a.Text, BG: a.Floor, Bold: true})
	}
}
