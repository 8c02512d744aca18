package tune

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Param is an option of a solver to tune, with its range.
type Param struct {
	Name   string
	Lo, Hi float64
	Start  float64 // value at the start of the tuning
	Step   float64 // distance of the first steps from the start; 0 means the default
	Whole  bool    // whether the solver accepts only whole numbers
	Log    bool    // whether the scale is logarithmic
}

const (
	decades         = 100  // a range with at least this Hi/Lo is logarithmic by default
	defaultDistance = 0.25 // default of Step, as a fraction of the range
)

// Syntax is the syntax of ParseParam.
const Syntax = "NAME=LO..HI[@START][/STEP][:log|:linear]"

// ParseParam parses a parameter. If the start is omitted, Start is NaN; other omitted parts get
// defaults. The caller must set Whole and then check the parameter.
func ParseParam(text string) (p Param, err error) {
	bad := func(problem string) (Param, error) {
		return Param{}, fmt.Errorf("%q: %s; want %s, e.g. hungry=10..90@40", text, problem, Syntax)
	}
	name, rest, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return bad("the name and the range are missing")
	}
	p = Param{Name: name, Start: math.NaN()}
	rest, scale, scaled := strings.Cut(rest, ":")
	rest, step, stepped := strings.Cut(rest, "/")
	rest, start, started := strings.Cut(rest, "@")
	lo, hi, ranged := strings.Cut(rest, "..")
	if !ranged {
		return bad("the range is missing")
	}
	p.Lo, err = number(lo)
	hiErr := error(nil)
	p.Hi, hiErr = number(hi)
	if err = errors.Join(err, hiErr); err == nil && started {
		p.Start, err = number(start)
	}
	if err == nil && stepped {
		if p.Step, err = number(step); err == nil && p.Step <= 0 {
			err = errors.New("the step must be above 0")
		}
	}
	switch {
	case err != nil:
		return bad(strings.ReplaceAll(err.Error(), "\n", ", "))
	case p.Lo >= p.Hi:
		return bad("the range must begin with its lower end")
	case started && (p.Start < p.Lo || p.Start > p.Hi):
		return bad("the start lies outside the range")
	case scaled && scale != "log" && scale != "linear":
		return bad("unknown scale " + strconv.Quote(scale))
	case scale == "log" && p.Lo <= 0:
		return bad("a logarithmic scale needs a range above 0")
	}
	p.Log = scale == "log" || !scaled && p.Lo > 0 && p.Hi >= decades*p.Lo
	return p, nil
}

func number(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	return x, nil
}

func (p *Param) check() error {
	whole := func(x float64) bool { return x == math.Trunc(x) && math.Abs(x) <= 1<<52 }
	switch {
	case !(p.Lo < p.Hi) || math.IsInf(p.Hi-p.Lo, 0):
		return fmt.Errorf("parameter %s: the range %s..%s must begin with its lower end", p.Name, plainNumber(p.Lo), plainNumber(p.Hi))
	case p.Log && p.Lo <= 0:
		return fmt.Errorf("parameter %s: a logarithmic scale needs a range above 0", p.Name)
	case !(p.Start >= p.Lo && p.Start <= p.Hi):
		return fmt.Errorf("parameter %s: the start %s lies outside %s..%s; choose another start with NAME=LO..HI@START", p.Name, plainNumber(p.Start), plainNumber(p.Lo), plainNumber(p.Hi))
	case !(p.Step >= 0) || p.Step > p.Hi-p.Lo:
		return fmt.Errorf("parameter %s: a step of %s is more than the range", p.Name, plainNumber(p.Step))
	case p.Whole && !(whole(p.Lo) && whole(p.Hi) && whole(p.Start)):
		return fmt.Errorf("parameter %s: want whole numbers, not %s..%s@%s", p.Name, plainNumber(p.Lo), plainNumber(p.Hi), plainNumber(p.Start))
	}
	return nil
}

// unit returns the position of x on the range, from 0 to 1.
func (p *Param) unit(x float64) float64 {
	if p.Log {
		return math.Log(x/p.Lo) / math.Log(p.Hi/p.Lo)
	}
	return (x - p.Lo) / (p.Hi - p.Lo)
}

// At returns the number at a position on the range, rounded for a game.
func (p *Param) At(u float64) float64 { return p.round(p.value(u)) }

// value returns the number at a position on the range, or at its end if the position is beyond it.
func (p *Param) value(u float64) float64 {
	switch {
	case u <= 0:
		return p.Lo
	case u >= 1:
		return p.Hi
	case p.Log:
		return p.clip(p.Lo * math.Pow(p.Hi/p.Lo, u))
	}
	return p.clip(p.Lo + (p.Hi-p.Lo)*u)
}

func (p *Param) clip(x float64) float64 { return min(p.Hi, max(p.Lo, x)) }

// digits is the number of significant digits of fractions. More digits would be noise and would
// differ between processors.
const digits = 5

// round rounds a number for use in texts and games: to a whole number or to a few digits.
func (p *Param) round(x float64) float64 {
	switch {
	case p.Whole:
		return p.clip(math.Round(x))
	case p.Log:
		return p.clip(roundTrip(x, 'g', digits))
	}
	decimals := digits - int(math.Ceil(math.Log10(p.Hi-p.Lo)))
	return p.clip(roundTrip(x, 'f', max(0, decimals)))
}

func roundTrip(x float64, format byte, precision int) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, format, precision, 64), 64)
	return x
}

// firstDistance returns the distance of the first steps from the centre, as a fraction of the
// range.
func (p *Param) firstDistance() float64 {
	if p.Step == 0 {
		return defaultDistance
	}
	if p.Start+p.Step <= p.Hi {
		return p.unit(p.Start+p.Step) - p.unit(p.Start)
	}
	return p.unit(p.Start) - p.unit(max(p.Lo, p.Start-p.Step))
}

// around returns the numbers at this distance below and above a position u on the range. If p is
// whole, around first moves each number to at least 1 from u, unless the range ends earlier. Then
// it rounds both up or both down; the random number roll, from 0 to 1, decides which.
func (p *Param) around(u, distance, roll float64) (lower, upper float64) {
	lower, upper = p.value(u-distance), p.value(u+distance)
	if !p.Whole {
		return p.round(lower), p.round(upper)
	}
	x := p.value(u)
	lower, upper = max(p.Lo, min(lower, x-1)), min(p.Hi, max(upper, x+1))
	return math.Floor(lower + roll), math.Floor(upper + roll)
}

// Text returns a number as the value of the option.
func (p *Param) Text(x float64) string { return plainNumber(x) }

// plainNumber formats a number without an exponent, unless it is very small or large.
func plainNumber(x float64) string {
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e15) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// String returns the parameter in the syntax of ParseParam.
func (p *Param) String() string {
	text := fmt.Sprintf("%s=%s..%s@%s", p.Name, plainNumber(p.Lo), plainNumber(p.Hi), plainNumber(p.Start))
	if p.Step > 0 {
		text += "/" + plainNumber(p.Step)
	}
	if p.Log {
		return text + ":log"
	}
	return text + ":linear"
}
