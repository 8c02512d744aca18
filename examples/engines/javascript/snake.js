// A snake that speaks Ouro's engine protocol (docs/protocol.md).
//
// The snake takes the shortest path to the food if it can still reach its own tail after the
// meal. Otherwise it follows its tail by the longest path. Try it:
//
//     ouro bench --solver "cell,exec:node examples/engines/javascript/snake.js"
//     ouro engine --check "node examples/engines/javascript/snake.js"
'use strict'

const steps = { up: [0, 1], right: [1, 0], down: [0, -1], left: [-1, 0] }
const usualPatience = 2 // default of the option "patience"

const hello = {
  type: 'hello', version: 1, name: 'example in JavaScript', author: 'ouro',
  games: ['classic', 'maze', 'battlesnake'],
  options: [{
    name: 'patience', type: 'int', default: usualPatience, min: 0, max: 3,
    about: 'after this many times the cells of the board without a meal, it takes any path to the food'
  }]
}

// Game is the game of a message "new". Its cells are numbers: y * width + x.
class Game {
  constructor (message) {
    Object.assign(this, message.board) // width, height, wraps
    this.seat = message.seat
    this.turnBack = message.turn_back ?? false
    this.patience = (message.options?.patience ?? usualPatience) * this.width * this.height
  }

  cell ([x, y]) { return y * this.width + x }

  // neighbours returns the moves from a cell that stay on the board, each with the cell that it leads to.
  neighbours (cell) {
    const all = []
    for (const [move, [dx, dy]] of Object.entries(steps)) {
      let x = cell % this.width + dx
      let y = Math.floor(cell / this.width) + dy
      if (this.wraps) {
        x = (x + this.width) % this.width
        y = (y + this.height) % this.height
      }
      if (x >= 0 && x < this.width && y >= 0 && y < this.height) all.push([move, this.cell([x, y])])
    }
    return all
  }

  // search returns, for every cell that can be reached, the number of steps from start and
  // the cell before it.
  search (start, blocked) {
    const found = new Map([[start, { steps: 0 }]])
    for (const [cell, { steps }] of found) { // the loop also visits cells that it adds
      for (const [, there] of this.neighbours(cell)) {
        if (!found.has(there) && !blocked.has(there)) found.set(there, { steps: steps + 1, from: cell })
      }
    }
    return found
  }

  // move returns the direction of the next move.
  move (state) {
    const me = state.snakes[this.seat]
    const body = me.body.map(cell => this.cell(cell))
    const others = new Set(state.walls.map(cell => this.cell(cell)))
    state.snakes.forEach((snake, seat) => {
      if (seat === this.seat || !snake.alive) return
      for (const cell of blockedBy(snake.body.map(cell => this.cell(cell)), true)) others.add(cell)
    })
    const blocked = new Set([...others, ...blockedBy(body, this.turnBack)])
    const possible = this.neighbours(body[0]).filter(([, cell]) => !blocked.has(cell))
    if (possible.length === 0) return 'up' // every move loses

    const hurry = me.hunger >= this.patience || (me.health > 0 && me.health <= 30)
    const way = this.wayToFood(state, body[0], blocked)
    if (way && (hurry || this.isSafe(way, body, others))) return possible.find(([, cell]) => cell === way[0])[0]

    // Take the longest path to the tail. If there is none, take the move with the most reachable cells.
    const tail = body[body.length - 1]
    const free = new Set(blocked)
    free.delete(tail)
    let best = null
    for (const [move, cell] of possible) {
      const reached = this.search(cell, free)
      const worth = reached.has(tail) ? 1e6 + reached.get(tail).steps : reached.size
      if (best === null || worth > best.worth) best = { move, worth }
    }
    return best.move
  }

  // wayToFood returns a shortest path to the nearest food, or null.
  wayToFood (state, head, blocked) {
    const food = new Set([...state.food, ...state.hedges].map(cell => this.cell(cell)))
    const found = this.search(head, blocked)
    for (let [cell] of found) { // nearest cells first
      if (!food.has(cell)) continue
      const way = []
      for (; cell !== head; cell = found.get(cell).from) way.unshift(cell)
      return way
    }
    return null
  }

  // isSafe reports whether the head could still reach the tail after a meal at the end of this path.
  isSafe (way, body, others) {
    const later = [...[...way].reverse(), ...body].slice(0, body.length + 1)
    const tail = later.pop()
    return this.search(later[0], new Set([...others, ...later])).has(tail)
  }
}

// blockedBy returns the cells that a body blocks, without the tip of a tail that leaves its
// cell.
function blockedBy (body, turnBack) {
  const tip = body[body.length - 1]
  const stays = body.indexOf(tip) < body.length - 1 || (body.length === 2 && !turnBack)
  return stays ? body : body.slice(0, -1)
}

let game = null

require('readline').createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line)
  const send = answer => process.stdout.write(JSON.stringify(answer) + '\n')
  switch (message.type) {
    case 'hello': return send(hello)
    case 'new': game = new Game(message); return send({ type: 'ready' })
    case 'turn': return send({ type: 'move', id: message.id, move: game.move(message.state) })
    case 'quit': process.exit(0)
  }
})
