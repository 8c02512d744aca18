package paint

import (
	"image"
	"strconv"

	"ouro"
)

// digits has the dots of each digit: three bits for each of five rows, from the top.
var digits = [10][5]uint8{
	{7, 5, 5, 5, 7},
	{2, 6, 2, 2, 7},
	{7, 1, 7, 4, 7},
	{7, 1, 7, 1, 7},
	{5, 5, 7, 1, 1},
	{7, 4, 7, 1, 7},
	{7, 4, 7, 5, 7},
	{7, 1, 1, 2, 2},
	{7, 5, 7, 5, 7},
	{7, 5, 7, 1, 7},
}

// Sizes of coordinates in an SVG, in cells.
const (
	coordinateFont = 0.4
	coordinateRoom = 0.66 // room for coordinates beside and below the board
)

// dot returns the side of a digit's dot in pixels. cell is the side of a cell in pixels.
func dot(cell int) int { return max(1, cell/12) }

// numberWidth returns the width in pixels of the number n-1, the last of n columns or rows.
func numberWidth(n, cell int) int { return dot(cell) * (4*len(strconv.Itoa(n-1)) - 1) }

// frame returns the rectangle of the board in a picture, and the size of the picture. cell is the
// side of a cell in pixels.
func (st Style) frame(g *ouro.Grid, cell int) (board image.Rectangle, size image.Point) {
	edge, left, below := edgeOf(cell), 0, 0
	if st.Coordinates {
		left, below = numberWidth(g.H, cell)+dot(cell), 6*dot(cell)
	}
	board = image.Rect(edge+left, edge, edge+left+g.W*cell, edge+g.H*cell)
	return board, image.Pt(board.Max.X+edge, board.Max.Y+edge+below)
}

// writeCoordinates writes the numbers of the columns below the board, and the numbers of the rows
// to the left of the board. It omits numbers for which there is no room.
func (r *raster) writeCoordinates(img *image.Paletted) {
	k, edge := dot(r.cell), edgeOf(r.cell)
	every := func(room int) int { return (room + k + r.cell - 1) / r.cell }
	for x := 0; x < r.grid.W; x += every(numberWidth(r.grid.W, r.cell)) {
		left := r.board.Min.X + x*r.cell + (r.cell-numberWidth(x+1, r.cell))/2
		r.writeNumber(img, x, left, r.board.Max.Y+edge)
	}
	for y := 0; y < r.grid.H; y += every(5 * k) {
		left := r.board.Min.X - edge/2 - k - numberWidth(y+1, r.cell)
		r.writeNumber(img, y, left, r.board.Max.Y-y*r.cell-(r.cell+5*k)/2)
	}
}

// writeNumber writes a number whose top left corner is at (x, y).
func (r *raster) writeNumber(img *image.Paletted, n, x, y int) {
	k, ink := dot(r.cell), r.index(r.ink.text)
	for _, digit := range strconv.Itoa(n) {
		for i := range 15 * k * k {
			column, row := i%(3*k), i/(3*k)
			if digits[digit-'0'][row/k]>>(2-column/k)&1 != 0 {
				img.Pix[img.PixOffset(x+column, y+row)] = ink
			}
		}
		x += 4 * k
	}
}

// coordinates writes the coordinates of an SVG.
func (d *drawing) coordinates() {
	d.printf("<g class=\"coordinate\">\n")
	for x := range d.grid.W {
		d.printf("<text x=\"%s\" y=\"%s\">%d</text>\n", half(x), number(float64(d.grid.H)+border+coordinateFont/2, 2), x)
	}
	for y := range d.grid.H {
		d.printf("<text x=\"%s\" y=\"%s\">%d</text>\n", number(-border-coordinateRoom/4, 2), number(float64(d.grid.H-y)-0.5+coordinateFont/3, 2), y)
	}
	d.printf("</g>\n")
}
