/* A snake that speaks Ouro's engine protocol (docs/protocol.md).

   The snake takes the shortest path to the food if it can still reach its own tail after the
   meal. Otherwise it follows its tail by the longest path. Try it:

       cc -O2 -o snake examples/engines/c/snake.c
       ouro bench --solver "cell,exec:./snake"
       ouro engine --check ./snake                                                   */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, CELLS = SIDE * SIDE, LINE = 1 << 20, SEGMENTS = 2 * CELLS, PATIENCE = 2 };

/* A minimal JSON reader: a value is a pointer to its beginning in the line. */

static const char *gap(const char *p) { return p + strspn(p, " \t\r\n"); }

/* skip returns the end of the value that begins at p. */
static const char *skip(const char *p) {
    int depth = 0;
    do {
        p = gap(p);
        if (*p == '"') {
            for (p++; *p && *p != '"'; p++)
                if (*p == '\\' && p[1]) p++;
            if (*p) p++;
        } else if (*p == '{' || *p == '[') {
            depth++, p++;
        } else if (*p == '}' || *p == ']') {
            depth--, p++;
        } else if (depth > 0 && (*p == ',' || *p == ':')) {
            p++;
        } else {
            p += strcspn(p, ",:]} \t\r\n");
        }
    } while (depth > 0 && *p);
    return p;
}

/* first returns the first value of a list or the first key of an object. next returns the
   value or key after a value. Both return NULL if there is none. */
static const char *first(const char *p) { p = gap(gap(p) + 1); return *p == ']' || *p == '}' || !*p ? NULL : p; }
static const char *next(const char *p) { p = gap(skip(p)); return *p == ',' ? gap(p + 1) : NULL; }

/* member returns the value of a key in the object at p, or NULL. */
static const char *member(const char *p, const char *key) {
    if (!p || *(p = gap(p)) != '{') return NULL;
    size_t n = strlen(key);
    for (p = first(p); p;) {
        const char *value = gap(gap(skip(p)) + 1); /* after the colon */
        if (!strncmp(p + 1, key, n) && p[n + 1] == '"') return value;
        p = next(value);
    }
    return NULL;
}

static bool is(const char *p, const char *text) { return p && !strncmp(p, text, strlen(text)); }
static long number(const char *p, long otherwise) { return p ? strtol(p, NULL, 10) : otherwise; }

/* The game of the last message "new". A cell is y * width + x. */

static const char *const names[] = {"up", "right", "down", "left"};
static int width, height, seat;
static bool wraps, turn_back;
static long patience;

/* beside returns the cell next to c in a direction, or -1. */
static int beside(int c, int direction) {
    int x = c % width + (direction == 1) - (direction == 3);
    int y = c / width + (direction == 0) - (direction == 2);
    if (wraps) x = (x + width) % width, y = (y + height) % height;
    return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x;
}

/* cells reads a list of cells and returns their number. */
static int cells(const char *p, int *to) {
    int n = 0;
    for (p = p ? first(p) : NULL; p && n < SEGMENTS; p = next(p)) {
        const char *value = first(p);
        long x = number(value, -1), y = number(value ? next(value) : NULL, -1);
        if (x >= 0 && y >= 0 && x < width && y < height) to[n++] = (int)(y * width + x);
    }
    return n;
}

/* search computes steps, the number of steps from start to each cell (-1 if unreachable),
   and from, the cell before it. It returns the number of reached cells, which are in queue. */
static int queue[CELLS], steps[CELLS], from[CELLS];

static int search(int start, const bool *blocked) {
    int n = 0;
    for (int c = 0; c < width * height; c++) steps[c] = -1;
    queue[n++] = start, steps[start] = 0;
    for (int i = 0; i < n; i++)
        for (int d = 0; d < 4; d++) {
            int there = beside(queue[i], d);
            if (there < 0 || blocked[there] || steps[there] >= 0) continue;
            steps[there] = steps[queue[i]] + 1, from[there] = queue[i], queue[n++] = there;
        }
    return n;
}

/* block_body blocks the cells of a body, except the tip of a tail that leaves its cell. */
static void block_body(const int *body, int n, bool turns, bool *blocked) {
    bool stays = n == 2 && !turns;
    for (int i = 0; i < n - 1; i++) stays |= body[i] == body[n - 1];
    for (int i = 0; i < n - !stays; i++) blocked[body[i]] = true;
}

/* is_safe reports whether the head can reach the tail after a meal. The path to the food is
   that of the last search. */
static bool is_safe(int food, const int *body, int n, const bool *others) {
    static int later[SEGMENTS + CELLS];
    static bool blocked[CELLS];
    int k = 0;
    for (int c = food; c != body[0]; c = from[c]) later[k++] = c;
    memcpy(later + k, body, sizeof *body * (size_t)n);
    memcpy(blocked, others, sizeof blocked);
    for (int i = 0; i < n; i++) blocked[later[i]] = true;
    int tail = later[n]; /* the snake is one cell longer then */
    for (int i = 0; i < n; i++)
        if (later[i] == tail) return false;
    search(later[0], blocked);
    return steps[tail] >= 0;
}

/* move returns the direction of the next move. */
static int move(const char *state) {
    static int body[SEGMENTS], other[SEGMENTS];
    static bool others[CELLS], blocked[CELLS], food[CELLS];
    memset(others, 0, sizeof others), memset(food, 0, sizeof food);
    for (int i = cells(member(state, "walls"), other); i-- > 0;) others[other[i]] = true;
    for (int i = cells(member(state, "food"), other); i-- > 0;) food[other[i]] = true;
    for (int i = cells(member(state, "hedges"), other); i-- > 0;) food[other[i]] = true;
    int n = 0, at = 0;
    long hunger = 0, health = 0;
    const char *snakes = member(state, "snakes");
    for (const char *snake = snakes ? first(snakes) : NULL; snake; snake = next(snake), at++) {
        if (at == seat) {
            n = cells(member(snake, "body"), body);
            hunger = number(member(snake, "hunger"), 0), health = number(member(snake, "health"), 0);
        } else if (is(member(snake, "alive"), "true")) {
            block_body(other, cells(member(snake, "body"), other), true, others);
        }
    }
    if (n == 0) return 0;
    memcpy(blocked, others, sizeof blocked);
    block_body(body, n, turn_back, blocked);

    bool hurry = hunger >= patience || (health > 0 && health <= 30);
    int reached = search(body[0], blocked);
    for (int i = 0; i < reached; i++) {
        int c = queue[i]; /* the nearest food first */
        if (!food[c] || c == body[0]) continue;
        int way = c;
        while (from[way] != body[0]) way = from[way];
        if (!hurry && !is_safe(c, body, n, others)) break;
        for (int d = 0; d < 4; d++)
            if (beside(body[0], d) == way) return d;
    }

    /* Take the longest path to the tail; without any, the most free cells. */
    static bool free_tail[CELLS];
    int tail = body[n - 1], best = 0, most = -1;
    memcpy(free_tail, blocked, sizeof free_tail);
    free_tail[tail] = false;
    for (int d = 0; d < 4; d++) {
        int there = beside(body[0], d);
        if (there < 0 || blocked[there]) continue;
        int room = search(there, free_tail);
        int worth = steps[tail] >= 0 ? CELLS + 1 + steps[tail] : room;
        if (worth > most) most = worth, best = d;
    }
    return best;
}

int main(void) {
    static char line[LINE + 2];
    while (fgets(line, sizeof line, stdin)) {
        const char *type = member(line, "type");
        if (is(type, "\"hello\"")) {
            printf("{\"type\":\"hello\",\"version\":1,\"name\":\"example in C\",\"author\":\"ouro\","
                   "\"games\":[\"classic\",\"maze\",\"battlesnake\"],\"options\":[{\"name\":\"patience\",\"type\":\"int\","
                   "\"default\":%d,\"min\":0,\"max\":3,\"about\":\"after this many times the cells of the board "
                   "without a meal, it takes any path to the food\"}]}\n", PATIENCE);
        } else if (is(type, "\"new\"")) {
            const char *board = member(line, "board");
            width = (int)number(member(board, "width"), 0), height = (int)number(member(board, "height"), 0);
            wraps = is(member(board, "wraps"), "true"), turn_back = is(member(line, "turn_back"), "true");
            seat = (int)number(member(line, "seat"), 0);
            patience = number(member(member(line, "options"), "patience"), PATIENCE) * width * height;
            if (width < 1 || height < 1 || width > SIDE || height > SIDE) {
                width = 0;
                printf("{\"type\":\"error\",\"message\":\"boards have up to 64 columns and rows\"}\n");
            } else {
                printf("{\"type\":\"ready\"}\n");
            }
        } else if (is(type, "\"turn\"") && width > 0) {
            printf("{\"type\":\"move\",\"id\":%ld,\"move\":\"%s\"}\n", number(member(line, "id"), 0), names[move(member(line, "state"))]);
        } else if (is(type, "\"quit\"")) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
