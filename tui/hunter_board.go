package tui

import (
	"math"
	"strconv"

	"ouro"
	"ouro/hunter"
)

// hunterScales are the sizes of a cell in pixels. Without colours only even
// ones are used, because glyphs take whole rows.
var hunterScales = [...]int{12, 10, 8, 6, 5, 4, 3, 2}

// hunterFit is the largest scale at which a level fits into this many columns
// and rows, 0 if there is none.
func hunterFit(g *ouro.Grid, cols, rows int, mono bool) int {
	for _, scale := range hunterScales {
		if w, h := boardSize(g, scale); w <= cols && h <= rows && (!mono || scale%2 == 0) {
			return scale
		}
	}
	return 0
}

// hunterPalette is the colours of Snake Hunter.
type hunterPalette struct {
	snakes  [hunter.MaxSnakes]colour
	hunters [hunter.MaxHunters]colour
	pupil   colour
	bomb    colour
	spark   colour
	flame   [3]colour // young, middle, old
	danger  colour
}

func newHunterPalette(p *palette, dark bool) hunterPalette {
	switch {
	case p.mono:
		return hunterPalette{}
	case dark:
		return hunterPalette{
			snakes:  [...]colour{rgb(0x19C495), skyBlue, purple, rgb(0x9DB2FF)},
			hunters: [...]colour{rgb(0xFFFFFF), yellow},
			pupil:   rgb(0x101318), bomb: rgb(0xC8CED8), spark: rgb(0xF03A3E),
			flame:  [...]colour{rgb(0xFFF7C2), orange, rgb(0x8A2C00)},
			danger: rgb(0xF03A3E),
		}
	default:
		return hunterPalette{
			snakes:  [...]colour{rgb(0x00805D), rgb(0x1C86C9), rgb(0xB04A86), rgb(0x3A3FA8)},
			hunters: [...]colour{rgb(0x15181D), rgb(0x8A6D00)},
			pupil:   rgb(0xF6F7F2), bomb: rgb(0x3B424D), spark: rgb(0xD3262B),
			flame:  [...]colour{rgb(0xFFE04A), orange, rgb(0xE8B9A0)},
			danger: rgb(0xF03A3E),
		}
	}
}

// arena draws what is seen of a chase.
type arena struct {
	*picture
	hunterPalette
	seen *seen
}

// newArena prepares a drawing at (x, y).
func (h *hunting) newArena(c *canvas, s *seen, scale, x, y int) *arena {
	g := s.level.Grid
	state := ouro.NewState(g)
	for cell, t := range s.ground {
		state.SetTerrain(ouro.Cell(cell), t)
	}
	for _, snake := range s.snakes {
		if snake.state == hunter.Alive {
			state.AddSnake(snake.cells...)
		}
	}
	cols, rows := boardSize(g, scale)
	pic := &picture{palette: h.palette, state: state, scale: scale, canvas: c, x: x, y: y, w: cols, h: rows}
	pic.raster = newRaster(cols, 2*rows)
	return &arena{picture: pic, hunterPalette: newHunterPalette(h.palette, h.dark), seen: s}
}

// blink is true for the first half of every period of so many ticks.
func (a *arena) blink(period int) bool { return a.seen.tick%period < (period+1)/2 }

// sprites tells whether figures are drawn in pixels; otherwise they are
// characters.
func (a *arena) sprites() bool { return a.scale >= 6 || a.scale > 2 && !a.mono }

// drawAll draws everything, thoughts included if they are wanted.
func (a *arena) drawAll(danger, thoughts bool) {
	a.drawFloor()
	for c := range ouro.Cell(a.state.Grid.Size()) {
		switch burning := a.seen.burning[c]; {
		case burning > 0:
			a.flames(c, burning)
		case danger && a.seen.danger[c]:
			a.tint(c, a.hunterPalette.danger, 0.16)
		}
	}
	for i := range a.seen.snakes {
		a.snakeBody(i)
	}
	if a.sprites() {
		a.figures()
	}
	a.raster.show(a.canvas, a.x, a.y, a.mono)
	if a.mono {
		a.floorGlyphs()
		a.flameGlyphs()
	}
	for i := range a.seen.snakes {
		a.snakeGlyphs(i)
	}
	if a.sprites() {
		a.captions()
	} else {
		a.figureGlyphs()
	}
	if thoughts {
		for i := range a.seen.snakes {
			a.thoughts(i)
		}
	}
}

// flames draws a burning cell: bright when young, hot in its middle.
func (a *arena) flames(c ouro.Cell, ticks int) {
	if a.mono {
		return
	}
	age := 1 - float64(ticks)/hunter.FlameTicks
	heat := func(t float64) colour {
		if t < 0.5 {
			return blend(a.flame[0], a.flame[1], 2*t)
		}
		return blend(a.flame[1], a.flame[2], 2*t-1)
	}
	x, y := a.corner(c)
	middle := float64(a.scale-1) / 2
	for j := range a.scale {
		for i := range a.scale {
			off := math.Hypot(float64(i)-middle, float64(j)-middle) / float64(a.scale)
			a.raster.set(x+i, y+j, pixel{false, heat(age + 0.4*off)})
		}
	}
}

func (a *arena) flameGlyphs() {
	for c := range ouro.Cell(a.state.Grid.Size()) {
		if a.seen.burning[c] > 0 && a.state.Segments(c) == 0 {
			x, y := a.corner(c)
			a.cover(x, y/2, "*+")
		}
	}
}

// hide is the palette of snake i: its own colour, darker towards the tail,
// flashing when it was hit.
func (a *arena) hide(i int) *palette {
	p := *a.palette
	if p.mono {
		return &p
	}
	k, bright := a.snakes[i], rgb(0xFFFFFF)
	if a.hurt(i) {
		k = blend(k, bright, 0.6)
	}
	p.head = blend(k, p.head, 0.55)
	p.body = [3]colour{k, blend(k, p.floor, 0.25), blend(k, p.floor, 0.5)}
	return &p
}

func (a *arena) hurt(i int) bool { return a.seen.snakes[i].hurt > 0 && a.blink(6) }

// snakeBody draws the strand of a living snake.
func (a *arena) snakeBody(i int) {
	s := a.living(i)
	if s == nil || a.mono && a.hurt(i) {
		return
	}
	own := *a.picture
	own.palette = a.hide(i)
	own.drawSnake(s)
}

// living is snake i of the state, where only the living are; nil if it is not.
func (a *arena) living(i int) *ouro.Snake {
	if a.seen.snakes[i].state != hunter.Alive {
		return nil
	}
	n := 0
	for _, s := range a.seen.snakes[:i] {
		if s.state == hunter.Alive {
			n++
		}
	}
	return &a.state.Snakes[n]
}

// snakeGlyphs tells what pixels cannot: the way a head looks, and without
// colours its number.
func (a *arena) snakeGlyphs(i int) {
	s := a.living(i)
	if s == nil || a.scale > 2 && !a.mono {
		return
	}
	own := *a.picture
	own.palette = a.hide(i)
	if s.Body.Len() > 1 {
		own.tip(s, arrow(own.ahead(s)), ink{fg: own.head, bold: true})
	} else if a.scale == 2 {
		own.glyph(s.Body.Head(), '●', ink{fg: own.head, bold: true})
	}
	if a.mono {
		x, y := own.corner(s.Body.Head())
		own.put(x+a.scale-1, y/2+(a.scale/2-1)/2, rune('1'+i), ink{bold: true})
	}
}

// figures draws bombs, the stunned and the hunters as sprites.
func (a *arena) figures() {
	for _, b := range a.seen.bombs {
		x, y := a.corner(b.Cell)
		a.stamp(bombSprites, x, y, a.shell(b), a.ember(b))
	}
	for i, s := range a.seen.snakes {
		if s.state != hunter.Stunned {
			continue
		}
		x, y := a.corner(s.cells[0])
		stars := a.pupil
		if a.blink(10) {
			stars = a.flame[0]
		}
		a.stamp(dazedSprites, x, y, blend(a.snakes[i], a.floor, 0.2), stars)
	}
	for h, who := range a.seen.hunters {
		if who.State == hunter.Active && !(a.mono && a.dimmed(who)) {
			x, y := a.corner(who.Cell)
			a.stamp(hunterSprites, x, y, a.suit(h), a.pupil)
		}
	}
}

// suit is the colour of hunter h, who blinks while he is shielded.
func (a *arena) suit(h int) colour {
	if k := a.hunters[h]; a.dimmed(a.seen.hunters[h]) {
		return blend(k, a.floor, 0.65)
	}
	return a.hunters[h]
}

func (a *arena) dimmed(who hunter.Hunter) bool { return who.Shield > 0 && !a.blink(8) }

// shell is the colour of a bomb. It flashes, the faster the shorter its fuse.
func (a *arena) shell(b hunter.Bomb) colour {
	if !a.mono && b.Fuse%(4+b.Fuse/4) < 2+b.Fuse/10 {
		return blend(a.bomb, a.spark, 0.75)
	}
	return a.bomb
}

// ember is the colour of a fuse.
func (a *arena) ember(b hunter.Bomb) colour {
	if b.Fuse%4 < 2 {
		return a.flame[0]
	}
	return a.spark
}

// countdown is how long a fuse burns: 3, 2, 1.
func countdown(b hunter.Bomb) rune {
	return rune('1' + min(2, (b.Fuse-1)*3/hunter.FuseTicks))
}

// captions writes on the figures what pixels cannot tell, where there is room:
// how long fuses burn, and without colours who is who.
func (a *arena) captions() {
	if a.scale < 6 {
		return
	}
	for _, b := range a.seen.bombs {
		x, y := a.corner(b.Cell)
		a.put(x+(a.scale-1)/2, y/2+a.scale/4, countdown(b), ink{fg: a.pupil, bg: a.shell(b), bold: true})
	}
	if !a.mono {
		return
	}
	number := func(c ouro.Cell, n int) {
		x, y := a.corner(c)
		a.put(x+a.scale-1, y/2+(a.scale/2-1)/2, rune('1'+n), ink{bold: true})
	}
	for i, s := range a.seen.snakes {
		if s.state == hunter.Stunned {
			number(s.cells[0], i)
		}
	}
	for h, who := range a.seen.hunters {
		if who.State == hunter.Active {
			number(who.Cell, h)
		}
	}
}

// figureGlyphs draws bombs, the stunned and the hunters as characters.
func (a *arena) figureGlyphs() {
	for _, b := range a.seen.bombs {
		a.pair(b.Cell, '●', countdown(b), ink{fg: a.shell(b), bold: true})
	}
	for i, s := range a.seen.snakes {
		if s.state != hunter.Stunned {
			continue
		}
		star := '✶'
		if !a.blink(10) {
			star = '×'
		}
		if a.mono {
			a.pair(s.cells[0], star, rune('1'+i), ink{bold: true})
		} else {
			a.pair(s.cells[0], star, '×', ink{fg: a.pupil, bg: blend(a.snakes[i], a.floor, 0.2), bold: true})
		}
	}
	for h, who := range a.seen.hunters {
		if who.State != hunter.Active {
			continue
		}
		switch {
		case !a.mono:
			a.pair(who.Cell, '•', '•', ink{fg: a.pupil, bg: a.suit(h), bold: true})
		case a.dimmed(who):
			a.pair(who.Cell, '(', ')', ink{bold: true})
		default:
			a.pair(who.Cell, 'P', rune('1'+h), ink{bold: true})
		}
	}
}

// pair writes two characters into the middle of a cell.
func (a *arena) pair(c ouro.Cell, left, right rune, k ink) {
	x, y := a.corner(c)
	x, y = x+(a.scale-2)/2, y/2+(a.scale/2-1)/2
	a.put(x, y, left, k)
	a.put(x+1, y, right, k)
}

// thoughts writes what a snake made of the squares around the one it left last.
func (a *arena) thoughts(i int) {
	s := a.seen.snakes[i]
	if s.state != hunter.Alive {
		return
	}
	from := s.cells[0]
	if len(s.cells) > 1 {
		from = s.cells[1]
	}
	for d, score := range s.scores {
		c := a.state.Grid.Next(from, ouro.Dir(d))
		if c == ouro.NoCell || math.IsNaN(score) || score <= 0 || a.state.Terrain(c) == ouro.Wall {
			continue
		}
		text := fitNumber(score, a.scale)
		if score >= 1 {
			text = strconv.Itoa(int(score))
		}
		a.label(c, text, ink{fg: a.text, bg: a.floor, bold: true})
	}
}
