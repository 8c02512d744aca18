package linear_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"ouro/lab/linear"
)

// random returns a positive definite matrix: the sum of the outer products of random rows with
// themselves.
func random(dice *rand.Rand, n int) *linear.Symmetric {
	m := linear.NewSymmetric(n)
	for range n + 3 {
		row := randomColumn(dice, n)
		for i := range n {
			for j := range i + 1 {
				m.Add(i, j, row[i]*row[j])
			}
		}
	}
	return m
}

func randomColumn(dice *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = dice.NormFloat64()
	}
	return v
}

// twin returns the same matrix for gonum.
func twin(m *linear.Symmetric) *mat.SymDense {
	n := m.Size()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, m.At(i, j))
		}
	}
	return s
}

func near(t *testing.T, what string, got, want, scale float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-13*scale) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestTwin compares all results with those of gonum, an independent implementation.
func TestTwin(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 1))
	for n := 1; n <= 40; n++ {
		m, b := random(dice, n), randomColumn(dice, n)
		c, ok := linear.Decompose(m)
		if !ok {
			t.Fatalf("%d rows: Decompose reports that the matrix is not positive definite", n)
		}
		inverse := c.Inverse()
		condition := c.Condition(inverse)

		var want mat.Cholesky
		want.Factorize(twin(m))
		var x mat.VecDense
		var back mat.SymDense
		if err := want.SolveVecTo(&x, mat.NewVecDense(n, b)); err != nil {
			t.Fatal(err)
		}
		if err := want.InverseTo(&back); err != nil {
			t.Fatal(err)
		}
		exact := mat.Norm(twin(m), 1) * mat.Norm(&back, 1)
		near(t, "condition", condition, exact, condition*condition)
		size := mat.Norm(&back, 1) * condition
		solution, product := c.Solve(b), m.Times(b)
		var times mat.VecDense
		times.MulVec(twin(m), mat.NewVecDense(n, b))
		var half, whole mat.Dense
		half.Mul(&back, twin(random(dice, n)))
		for i := range n {
			near(t, "solution", solution[i], x.AtVec(i), size*10)
			near(t, "product", product[i], times.AtVec(i), mat.Norm(twin(m), 1)*10)
			for j := range n {
				near(t, "inverse", inverse.At(i, j), back.At(i, j), size)
			}
		}
		outer, inner := random(dice, n), random(dice, n)
		half.Reset()
		half.Mul(twin(outer), twin(inner))
		whole.Mul(&half, twin(outer))
		got := inner.Within(outer)
		for i := range n {
			for j := range n {
				near(t, "within", got.At(i, j), whole.At(i, j), mat.Norm(&whole, 1))
			}
		}
	}
}

// TestHilbert: the inverse of Hilbert's matrix, whose element (i, j) is 1/(i+j+1), has known
// integers as elements, and its condition number is known. Choi, Tricks or Treats with the
// Hilbert Matrix, American Mathematical Monthly 90 (1983).
func TestHilbert(t *testing.T) {
	m := linear.NewSymmetric(4)
	for i := range 4 {
		for j := range i + 1 {
			m.Set(i, j, 1/float64(i+j+1))
		}
	}
	c, ok := linear.Decompose(m)
	if !ok {
		t.Fatal("Decompose reports that the matrix is not positive definite")
	}
	inverse := c.Inverse()
	for i, row := range [4][4]float64{{16, -120, 240, -140}, {-120, 1200, -2700, 1680}, {240, -2700, 6480, -4200}, {-140, 1680, -4200, 2800}} {
		for j, want := range row {
			near(t, "element", inverse.At(i, j), want, 1e4*math.Abs(want))
		}
	}
	near(t, "condition", c.Condition(inverse), 28375, 1e4*28375)
	inverse.Scale(2)
	near(t, "scaled", inverse.At(3, 2), -8400, 1e8)
}

// TestNotDefinite: matrices without a decomposition are refused.
func TestNotDefinite(t *testing.T) {
	for name, elements := range map[string][3]float64{
		"singular":   {1, 1, 1},
		"zero":       {0, 0, 0},
		"indefinite": {1, 2, 1},
		"negative":   {-1, 0, 1},
		"infinite":   {math.Inf(1), 0, 1},
		"no number":  {1, math.NaN(), 1},
	} {
		m := linear.NewSymmetric(2)
		m.Set(0, 0, elements[0])
		m.Set(0, 1, elements[1])
		m.Set(1, 1, elements[2])
		if _, ok := linear.Decompose(m); ok {
			t.Errorf("%s: decomposed", name)
		}
	}
	if c, ok := linear.Decompose(linear.NewSymmetric(0)); !ok || len(c.Solve(nil)) != 0 || c.Inverse().Size() != 0 {
		t.Error("the empty matrix has no decomposition")
	}
}
