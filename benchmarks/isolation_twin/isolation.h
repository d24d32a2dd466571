// Knight-move Isolation on 7x7: whoever cannot move loses.

constexpr int SIDE = 7;
constexpr int CELLS = SIDE * SIDE;
constexpr int MOST_MOVES = CELLS;
constexpr int MOVE_CODES = 64;
constexpr int MOST_PLIES = 64;  // 49 moves, and room
constexpr int UNPLACED = CELLS;

struct Position {
    uint64_t blocked;  // bit c: somebody stands or has stood on cell c
    int32_t cell[2];
    int32_t turn;
    uint64_t key;
};

struct Known {};

uint64_t TARGETS[CELLS + 1];
#include "keys.h"  // BLOCKED_KEY, CELL_KEY, TURN_KEY: the engine's own, so that equal positions share a bucket in both

void prepare() {
    const int step[8][2] = {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}};
    for (int cell = 0; cell < CELLS; cell++) {
        TARGETS[UNPLACED] |= 1ull << cell;
        for (auto& s : step) {
            int row = cell / SIDE + s[0], column = cell % SIDE + s[1];
            if (row >= 0 && row < SIDE && column >= 0 && column < SIDE) TARGETS[cell] |= 1ull << (row * SIDE + column);
        }
    }
}

inline uint64_t targets(const Position& position, int player) { return TARGETS[position.cell[player]] & ~position.blocked; }

inline int list_moves(const Position& position, int32_t* moves, Known&) {
    int count = 0;
    for (uint64_t left = targets(position, position.turn); left; left &= left - 1) moves[count++] = __builtin_ctzll(left);
    return count;
}

inline void play(Position& position, int32_t move) {
    const int player = position.turn;
    position.key ^= CELL_KEY[player][position.cell[player]] ^ CELL_KEY[player][move] ^ BLOCKED_KEY[move] ^ TURN_KEY;
    position.cell[player] = move;
    position.blocked |= 1ull << move;
    position.turn = 1 - player;
}

inline uint64_t key_of(const Position& position) { return position.key; }

inline int winner(const Position&) { return -1; }

inline int points(const Position& position) {  // "improved"
    return __builtin_popcountll(targets(position, position.turn)) - __builtin_popcountll(targets(position, 1 - position.turn));
}

inline int points(const Position& position, const Known&) { return points(position); }

inline Position start() {
    Position position{};
    position.cell[0] = position.cell[1] = UNPLACED;
    return position;
}
