// The C++ twin of five in a row's memo: the same tables, the same incremental update and undo.
// usage: twin TABLES MOVES ROUNDS  (files as written by run.py); prints seconds, updates and a checksum of the memo
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr int SIDE = 26, CELLS = SIDE * SIDE, REACH = 5, HALVES = 364, DIAGONALS = 2 * SIDE - 1, CLASSES = 33, FOUR_POINT = 26;
constexpr int COMBINATIONS = 1820, LONGEST = 256, VIEWS = 32;

struct Tables {
    int64_t reach;
    uint16_t half[2][1 << (2 * REACH)];
    uint8_t shapes[HALVES * HALVES];
    uint16_t combinations[1 << 16];
    uint8_t classes[2][COMBINATIONS];
    int16_t vectors[CLASSES][CLASSES][VIEWS];
};

struct Point {
    uint32_t pattern;
    uint16_t combinations[2];
    uint16_t classes[2];
};

struct Totals {
    int32_t counts[2][CLASSES];
    int16_t views[VIEWS];
    uint32_t fours[2][SIDE];
};

struct Memo {
    uint64_t lines[4][DIAGONALS][2];
    Point points[CELLS];
    Totals totals;
    int64_t top, depth;
    int32_t begin[LONGEST + 1];
    Totals before[LONGEST + 1];
    uint16_t cells[LONGEST * 41];
    Point changed[LONGEST * 41];
};

static Tables tables;
static Memo memo;

static inline uint32_t shapes_at(uint64_t black, uint64_t white, int place) {
    black >>= place;
    white >>= place;
    uint64_t left = (black & 31) | ((white & 31) << 5), right = ((black >> 6) & 31) | (((white >> 6) & 31) << 5);
    return tables.shapes[tables.half[0][left] * HALVES + tables.half[1][right]];
}

static inline uint32_t with_shapes(uint32_t pattern, uint32_t shapes, int direction) {
    return (pattern & ~(0x000F000Fu << (4 * direction))) | (((shapes & 15) | ((shapes >> 4) << 16)) << (4 * direction));
}

static inline void set_pattern(int cell, uint32_t pattern) {
    Point &point = memo.points[cell];
    Totals &totals = memo.totals;
    point.pattern = pattern;
    uint16_t black = point.classes[0], white = point.classes[1];
    for (int player = 0; player < 2; player++) {
        uint16_t before = point.combinations[player], after = tables.combinations[player ? pattern >> 16 : pattern & 0xFFFF];
        if (before == after) continue;
        point.combinations[player] = after;
        uint8_t old = point.classes[player], now = tables.classes[player][after];
        if (old == now) continue;
        point.classes[player] = now;
        totals.counts[player][old]--;
        totals.counts[player][now]++;
        if ((old >= FOUR_POINT) != (now >= FOUR_POINT)) totals.fours[player][cell / SIDE] ^= 1u << (cell % SIDE);
    }
    if (black == point.classes[0] && white == point.classes[1]) return;
    const int16_t *come = tables.vectors[point.classes[0]][point.classes[1]], *gone = tables.vectors[black][white];
    for (int lane = 0; lane < VIEWS; lane++) totals.views[lane] += come[lane] - gone[lane];
}

static inline void change(int cell, uint32_t pattern) {
    memo.cells[memo.top] = cell;
    memo.changed[memo.top] = memo.points[cell];
    memo.top++;
    set_pattern(cell, pattern);
}

static inline void update_line(int direction, int line, int place, int cell, int step, int player) {
    uint64_t *words = memo.lines[direction][line];
    words[player] |= 1ull << (place + REACH);
    uint64_t black = words[0], white = words[1];
    for (int sign = 1; sign >= -1; sign -= 2)
        for (int distance = 1; distance <= tables.reach; distance++) {
            int here = place + sign * distance;
            bool b = black >> (here + REACH) & 1, w = white >> (here + REACH) & 1;
            if (b && w) break;
            if (b || w) continue;
            int other = cell + sign * distance * step;
            uint32_t old = memo.points[other].pattern, now = with_shapes(old, shapes_at(black, white, here), direction);
            if (now != old) change(other, now);
        }
}

static void update(int move, int player) {
    memo.begin[memo.depth] = memo.top;
    memo.before[memo.depth++] = memo.totals;
    int row = move / SIDE, column = move % SIDE;
    change(move, 0);
    update_line(0, row, column, move, 1, player);
    update_line(1, column, row, move, SIDE, player);
    update_line(2, column - row + SIDE - 1, row, move, SIDE + 1, player);
    update_line(3, column + row, row, move, SIDE - 1, player);
}

static void undo(int move, int player) {
    int begin = memo.begin[--memo.depth];
    while (memo.top > begin) {
        memo.top--;
        memo.points[memo.cells[memo.top]] = memo.changed[memo.top];
    }
    memo.totals = memo.before[memo.depth];
    int row = move / SIDE, column = move % SIDE;
    memo.lines[0][row][player] ^= 1ull << (column + REACH);
    memo.lines[1][column][player] ^= 1ull << (row + REACH);
    memo.lines[2][column - row + SIDE - 1][player] ^= 1ull << (row + REACH);
    memo.lines[3][column + row][player] ^= 1ull << (row + REACH);
}

template <class T> static void load(const char *name, T *to, size_t size) {
    FILE *file = fopen(name, "rb");
    if (!file || fread(to, 1, size, file) != size) exit(1);
    fclose(file);
}

int main(int, char **arguments) {
    // TABLES: reach, half, shapes, combinations, classes, vectors, then the memo of the empty board without its journal.
    // MOVES: int32, -1 takes one back.
    FILE *file = fopen(arguments[1], "rb");
    bool good = file && fread(&tables.reach, 8, 1, file) && fread(tables.half, sizeof tables.half, 1, file) &&
                fread(tables.shapes, sizeof tables.shapes, 1, file) && fread(tables.combinations, sizeof tables.combinations, 1, file) &&
                fread(tables.classes, sizeof tables.classes, 1, file) && fread(tables.vectors, sizeof tables.vectors, 1, file) &&
                fread(memo.lines, sizeof memo.lines, 1, file) && fread(memo.points, sizeof memo.points, 1, file) &&
                fread(&memo.totals, sizeof memo.totals, 1, file);
    if (!good) return 1;
    int count = atoi(arguments[3]), rounds = atoi(arguments[4]);
    std::vector<int32_t> moves(count);
    load(arguments[2], moves.data(), 4 * count);
    uint64_t sum = 0;
    int64_t updates = 0;
    double begin = (double)clock() / CLOCKS_PER_SEC;
    for (int round = 0; round < rounds; round++) {
        int path[256], depth = 0;
        for (int32_t move : moves) {
            if (move < 0) {
                depth--;
                undo(path[depth], depth & 1);
            } else {
                update(move, depth & 1);
                path[depth++] = move;
                updates++;
                for (int kind = 1; kind < CLASSES; kind++) sum = sum * 31 + memo.totals.counts[0][kind] * 7 + memo.totals.counts[1][kind];
            }
        }
    }
    double seconds = (double)clock() / CLOCKS_PER_SEC - begin;
    printf("%.6f %lld %llu\n", seconds, (long long)updates, (unsigned long long)sum);
}
