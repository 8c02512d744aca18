package doctor

import (
	"fmt"
	"strings"

	"ouro"
	"ouro/internal/english"
)

// judge returns a finding if the move is worse than another possible one, or else nil.
func judge(s *ouro.State, seat int, d ouro.Dir) *note {
	all := fates(s, seat)
	f := all[d]
	safe := better(all, fate.lives)
	switch {
	case f.lives():
		return nil
	case f.sure && safe != "":
		return &note{deadly[f.cause], fmt.Sprintf("%s, which %s; %s", d, how(f), safe)}
	case f.sure:
		if chance := better(all, func(f fate) bool { return !f.sure }); chance != "" {
			return &note{GaveUp, fmt.Sprintf("%s, which %s; %s", d, how(f), strings.Replace(chance, "lives", "may live", 1))}
		}
		return nil
	case safe != "":
		return &note{Gamble, fmt.Sprintf("%s, where %s may come; %s", d, string(english.Letter(f.by)), safe)}
	}
	return nil
}

// deadly are the kinds of findings for moves that certainly kill, by cause.
var deadly = map[ouro.Cause]Kind{
	ouro.HitWall: LeftBoard, ouro.HitSelf: HitItself, ouro.HitBody: HitOther, ouro.HeadOn: HitOther, ouro.Starved: StarvedBesideFood, ouro.Burnt: Burnt,
}

// how describes the death that a move leads to.
func how(f fate) string {
	switch f.cause {
	case ouro.HitWall:
		return "leaves the board"
	case ouro.HitSelf:
		return "is its own body"
	case ouro.Starved:
		return "starves"
	case ouro.Burnt:
		return "burns to death"
	default:
		return "is the body of " + string(english.Letter(f.by))
	}
}

// better lists the moves for which is returns true, with " lives", or returns "".
func better(all [4]fate, is func(fate) bool) string {
	var names []string
	for _, d := range ouro.Dirs {
		if is(all[d]) {
			names = append(names, d.String())
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0] + " lives"
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1] + " lives"
}
