// Package linear has the linear algebra that the statistics need: symmetric matrices, and the
// Cholesky decomposition of positive definite ones. It does no I/O, and uses no clock and no random
// numbers.
//
// Matrices are dense. Their size is the number of entrants or of parameters, a few hundred at most.
// A decomposition costs n³/6 multiplications, an inverse n³/2.
package linear

import (
	"math"
	"slices"
)

// Symmetric is a symmetric matrix.
type Symmetric struct {
	n  int
	at []float64 // all elements, row by row
}

// NewSymmetric returns a matrix of n rows whose elements are 0.
func NewSymmetric(n int) *Symmetric { return &Symmetric{n, make([]float64, n*n)} }

// Size returns the number of rows.
func (m *Symmetric) Size() int { return m.n }

// At returns the element in row i and column j.
func (m *Symmetric) At(i, j int) float64 { return m.at[i*m.n+j] }

func (m *Symmetric) Set(i, j int, x float64) { m.at[i*m.n+j], m.at[j*m.n+i] = x, x }

// Add adds x to the elements (i, j) and (j, i). If i equals j, it adds x once.
func (m *Symmetric) Add(i, j int, x float64) { m.Set(i, j, m.At(i, j)+x) }

func (m *Symmetric) Scale(x float64) {
	for i := range m.at {
		m.at[i] *= x
	}
}

// Times returns the product of m and the column v.
func (m *Symmetric) Times(v []float64) []float64 {
	product := make([]float64, m.n)
	for i := range product {
		product[i] = Dot(m.at[i*m.n:(i+1)*m.n], v)
	}
	return product
}

// Within returns the product outer*m*outer. Because of rounding, the elements (i, j) and (j, i) can
// differ; Within sets both to their mean. This keeps differences between elements accurate if outer
// is an inverse whose elements are all near one huge number: the rounding errors are then nearly
// equal in a whole row and column.
func (m *Symmetric) Within(outer *Symmetric) *Symmetric {
	half := make([]float64, m.n*m.n) // outer*m
	for i := range m.n {
		for j := range m.n { // m is symmetric, so its rows are its columns
			half[i*m.n+j] = Dot(outer.at[i*m.n:(i+1)*m.n], m.at[j*m.n:(j+1)*m.n])
		}
	}
	product := NewSymmetric(m.n)
	for i := range m.n {
		for j := range i + 1 {
			ij := Dot(half[i*m.n:(i+1)*m.n], outer.at[j*m.n:(j+1)*m.n])
			ji := Dot(half[j*m.n:(j+1)*m.n], outer.at[i*m.n:(i+1)*m.n])
			product.Set(i, j, (ij+ji)/2)
		}
	}
	return product
}

// norm returns the largest sum of the absolute values of a row.
func (m *Symmetric) norm() float64 {
	largest := 0.0
	for row := range slices.Chunk(m.at, max(1, m.n)) {
		sum := 0.0
		for _, x := range row {
			sum += math.Abs(x)
		}
		largest = max(largest, sum)
	}
	return largest
}

// Dot returns the sum of the products of elements with the same index.
func Dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// Cholesky is the decomposition of a symmetric, positive definite matrix A into L*Lᵀ, where
// L is 0 above its diagonal.
type Cholesky struct {
	n     int
	lower []float64 // L, row by row
	norm  float64   // the norm of A
}

// Decompose decomposes a matrix. ok is false if the matrix is not positive definite in floating
// point.
func Decompose(m *Symmetric) (c *Cholesky, ok bool) {
	c = &Cholesky{m.n, make([]float64, m.n*m.n), m.norm()}
	for i := range m.n {
		row := c.lower[i*m.n : (i+1)*m.n]
		for j := range i {
			above := c.lower[j*m.n : (j+1)*m.n]
			row[j] = (m.At(i, j) - Dot(row[:j], above[:j])) / above[j]
		}
		square := m.At(i, i) - Dot(row[:i], row[:i])
		if !(square > 0) || math.IsInf(square, 0) { // square > 0 is false for NaN
			return nil, false
		}
		row[i] = math.Sqrt(square)
	}
	return c, true
}

// Solve returns the x for which A*x = b.
func (c *Cholesky) Solve(b []float64) []float64 {
	x := slices.Clone(b)
	for i := range c.n { // L*y = b
		row := c.lower[i*c.n : (i+1)*c.n]
		x[i] = (x[i] - Dot(row[:i], x[:i])) / row[i]
	}
	for i := c.n - 1; i >= 0; i-- { // Lᵀ*x = y
		row := c.lower[i*c.n : (i+1)*c.n]
		x[i] /= row[i]
		for j := range i {
			x[j] -= row[j] * x[i]
		}
	}
	return x
}

// Inverse returns the inverse of A.
func (c *Cholesky) Inverse() *Symmetric {
	inverse := NewSymmetric(c.n)
	unit := make([]float64, c.n)
	for j := range c.n {
		unit[j] = 1
		for i, x := range c.Solve(unit)[:j+1] {
			inverse.Set(i, j, x)
		}
		unit[j] = 0
	}
	return inverse
}

// Condition returns the condition number of A: the largest factor by which Solve can enlarge
// relative errors. inverse is the result of Inverse.
func (c *Cholesky) Condition(inverse *Symmetric) float64 { return c.norm * inverse.norm() }
