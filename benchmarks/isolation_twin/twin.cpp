// Alpha-beta with a transposition table and history ordering for 7x7 knight-move Isolation: the C++ twin that the engine's speed is
// measured against. Iterative deepening; a node is one play() inside the search; nothing is allocated once a search has begun.
//
//   g++ -O3 -march=native -std=c++17 -o twin twin.cpp
//   ./twin DEPTH [--table BITS] FIRST,SECOND ...
//
// FIRST,SECOND: where the two knights stand, cells numbered row * 7 + column from 0; the first player is to move. Prints one line
// a depth: position, depth, nodes and seconds of this depth alone, score in the mover's view, nodes per second.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr int SIDE = 7;
constexpr int CELLS = SIDE * SIDE;
constexpr int MOST_MOVES = 8;
constexpr int MOST_PLIES = 64;            // 47 moves after the placements, and room
constexpr int32_t GRID = 1024;            // score steps in one move of mobility
constexpr int32_t PROVEN = 1 << 29;       // scores from here on are proven wins
constexpr int32_t MAX_DISTANCE = 4095;    // plies
constexpr int32_t INFINITE = 1 << 30;
constexpr int DEFAULT_TABLE_BITS = 20;    // 2^20 entries of 16 bytes
constexpr int MOST_TABLE_BITS = 30;

// --- the game

struct Position {
    uint64_t blocked;  // bit c: somebody stands or has stood on cell c
    int32_t cell[2];
    int32_t turn;
    uint64_t key;
};

uint64_t KNIGHT[CELLS];
uint64_t BLOCKED_KEY[CELLS];
uint64_t CELL_KEY[2][CELLS];
uint64_t TURN_KEY;

uint64_t next_random(uint64_t& state) {  // splitmix64
    uint64_t value = state += 0x9E3779B97F4A7C15ull;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ull;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBull;
    return value ^ (value >> 31);
}

void make_tables() {
    const int step[8][2] = {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}};
    uint64_t state = 1;
    for (int cell = 0; cell < CELLS; cell++) {
        for (auto& s : step) {
            int row = cell / SIDE + s[0], column = cell % SIDE + s[1];
            if (row >= 0 && row < SIDE && column >= 0 && column < SIDE) KNIGHT[cell] |= 1ull << (row * SIDE + column);
        }
        BLOCKED_KEY[cell] = next_random(state);
        CELL_KEY[0][cell] = next_random(state);
        CELL_KEY[1][cell] = next_random(state);
    }
    TURN_KEY = next_random(state);
}

inline uint64_t targets(const Position& position, int player) { return KNIGHT[position.cell[player]] & ~position.blocked; }

inline int legal_moves(const Position& position, int32_t* moves) {
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

inline int32_t evaluate(const Position& position) {  // "improved", in the mover's view
    const int own = __builtin_popcountll(targets(position, position.turn));
    const int other = __builtin_popcountll(targets(position, 1 - position.turn));
    return GRID * (own - other);
}

// --- scores

inline int32_t lost_in(int distance) { return -(PROVEN + MAX_DISTANCE - distance); }

inline int32_t farther(int32_t score, int plies) {  // as seen from so many plies farther from the end
    if (score >= PROVEN) return score - plies;
    if (score <= -PROVEN) return score + plies;
    return score;
}

// --- the table: one entry an index, always replaced

enum Bound : int8_t { EXACT, LOWER, UPPER };

struct Entry {
    uint64_t key;
    int32_t value;  // proven scores: distance from the entry's own position
    int16_t move;
    int8_t depth;
    int8_t bound;
};
static_assert(sizeof(Entry) == 16);

// --- the search

struct Search {
    Position stack[MOST_PLIES];
    int32_t moves[MOST_PLIES][MOST_MOVES];
    int64_t history[2][64];
    uint64_t nodes;
    Entry* table;
    uint64_t mask;
};

// Returns the score of stack[ply] in its mover's view: exact inside (alpha, beta), else a bound on that side (fail-soft).
int32_t negamax(Search& search, int ply, int depth, int32_t alpha, int32_t beta) {
    const Position& position = search.stack[ply];
    int32_t* moves = search.moves[ply];

    // 1. The end of the game, and leaves
    const int count = legal_moves(position, moves);
    if (count == 0) return lost_in(ply);
    if (depth <= 0) return evaluate(position);

    // 2. The table: a deep enough bound may decide; its move goes first
    const uint64_t key = position.key;
    Entry& entry = search.table[key & search.mask];
    int32_t table_move = -1;
    if (entry.key == key) {
        table_move = entry.move;
        if (entry.depth >= depth) {
            const int32_t value = farther(entry.value, ply);
            if (entry.bound == EXACT || (entry.bound == LOWER && value >= beta) || (entry.bound == UPPER && value <= alpha)) return value;
        }
    }

    // 3. The moves, each time the best of those left: the table's, then by history, then the lower cell
    const int player = position.turn;
    const int32_t alpha_before = alpha;
    int32_t best = -INFINITE, best_move = -1;
    for (int i = 0; i < count; i++) {
        int chosen = i;
        int64_t highest = -1;
        for (int j = i; j < count; j++) {
            const int64_t score = moves[j] == table_move ? INT64_MAX : search.history[player][moves[j]];
            if (score > highest) highest = score, chosen = j;
        }
        const int32_t move = moves[chosen];
        moves[chosen] = moves[i];
        moves[i] = move;

        search.stack[ply + 1] = position;
        play(search.stack[ply + 1], move);
        search.nodes++;
        const int32_t value = -negamax(search, ply + 1, depth - 1, -beta, -alpha);
        if (value > best) {
            best = value;
            best_move = move;
            if (value > alpha) {
                alpha = value;
                if (value >= beta) {
                    search.history[player][move] += depth * depth;
                    break;
                }
            }
        }
    }

    // 4. Remember
    entry.key = key;
    entry.value = farther(best, -ply);
    entry.move = int16_t(best_move);
    entry.depth = int8_t(depth);
    entry.bound = best >= beta ? LOWER : best <= alpha_before ? UPPER : EXACT;
    return best;
}

Position placed(int first, int second) {
    Position position{};
    position.cell[0] = first;
    position.cell[1] = second;
    position.blocked = (1ull << first) | (1ull << second);
    position.key = CELL_KEY[0][first] ^ CELL_KEY[1][second] ^ BLOCKED_KEY[first] ^ BLOCKED_KEY[second];
    return position;
}

int usage(const char* wrong) {
    std::fprintf(stderr, "%s; usage: twin DEPTH [--table BITS] FIRST,SECOND ... (cells 0 to %d, not the same)\n", wrong, CELLS - 1);
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) return usage("too few arguments");
    const int depth = std::atoi(argv[1]);
    if (depth < 1 || depth > MOST_PLIES - 2) return usage("DEPTH must be 1 to 62");
    int first_position = 2, bits = DEFAULT_TABLE_BITS;
    if (!std::strcmp(argv[2], "--table")) {
        if (argc < 5) return usage("too few arguments");
        bits = std::atoi(argv[3]);
        first_position = 4;
        if (bits < 1 || bits > MOST_TABLE_BITS) return usage("BITS must be 1 to 30");
    }

    make_tables();
    std::vector<Entry> table(size_t(1) << bits);
    static Search search;
    search.table = table.data();
    search.mask = table.size() - 1;
    uint64_t total_nodes = 0;
    double total_seconds = 0;

    std::printf("%-8s %5s %12s %10s %11s %11s\n", "position", "depth", "nodes", "seconds", "score", "nodes/s");
    for (int argument = first_position; argument < argc; argument++) {
        int first, second, used = 0;
        const bool read = std::sscanf(argv[argument], "%d,%d%n", &first, &second, &used) == 2 && !argv[argument][used];
        if (!read || first < 0 || second < 0 || first >= CELLS || second >= CELLS || first == second) return usage(argv[argument]);
        std::memset(table.data(), 0, table.size() * sizeof(Entry));
        std::memset(search.history, 0, sizeof search.history);
        search.stack[0] = placed(first, second);
        for (int d = 1; d <= depth; d++) {
            search.nodes = 0;
            const auto start = std::chrono::steady_clock::now();
            const int32_t score = negamax(search, 0, d, -INFINITE, INFINITE);
            const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            total_nodes += search.nodes;
            total_seconds += seconds;
            std::printf("%-8s %5d %12llu %10.4f %11d %11.0f\n", argv[argument], d, (unsigned long long)search.nodes, seconds, score,
                        search.nodes / (seconds > 0 ? seconds : 1e-9));
        }
    }
    std::printf("total %llu nodes, %.3f s, %.2f M nodes/s\n", (unsigned long long)total_nodes, total_seconds, total_nodes / total_seconds / 1e6);
}
