// Alpha-beta with a transposition table and history ordering: the C++ twin of the engine's node (src/counterply/search/alphabeta,
// with only `table` and `history` switched on), node for node. Nothing is allocated in a search.
//
//   ./twin DEPTH BITS MOVES ...       2^BITS table entries; `run.py` beside this file builds and runs it
//
// MOVES: numbers with commas between them, played from the start. Prints a line a position: its moves, nodes and CPU seconds of all
// depths from 1 to DEPTH, the score in the mover's view.
//
// The game is a header, GAME: Position, Known (what listing the moves tells an evaluator), MOST_MOVES, MOVE_CODES, MOST_PLIES,
// prepare(), list_moves() -> 0 where the game is over, play(), key_of(), points() and winner() in the mover's view, and start().
//
// With -DAS_ENGINE it pays for what the engine's design asks for: entries have locks, since several threads share a table, and the
// evaluator is called by its address, knows nothing but the position, and answers a fraction, which is rounded to the grid.

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

namespace {

constexpr int32_t GRID = 1024;            // score steps in a point
constexpr int32_t PROVEN = 1 << 29;       // scores from here on are proven wins
constexpr int32_t MAX_DISTANCE = 4095;    // plies
constexpr int32_t INFINITE = 1 << 30;
constexpr size_t LARGE_PAGE = 2 << 20;    // bytes
constexpr int MOST_TABLE_BITS = 30;

#include GAME

// --- scores

inline int32_t score_of_end(int winner, int distance) { return winner * (PROVEN + MAX_DISTANCE - distance); }

inline int32_t farther(int32_t score, int plies) {  // as seen from so many plies farther from the end
    if (score >= PROVEN) return score - plies;
    if (score <= -PROVEN) return score + plies;
    return score;
}

// --- the table: buckets of two entries of 16 bytes, as in search/context.py

enum Bound : uint8_t { EXACT, LOWER, UPPER };
constexpr uint8_t BOUND_BITS = 3, HAS_MOVE = 4, COMPLETE = 8;
constexpr int AGE_SHIFT = 4;
constexpr int NO_MOVE = -1;

struct Data {
    int32_t score;  // proven scores: distance from the entry's own position
    uint16_t move;
    uint8_t depth;
    uint8_t tag;  // bound, has a move, complete, age
};

struct Entry : Data {
    uint64_t key;
};
static_assert(sizeof(Entry) == 16);

#ifdef AS_ENGINE
inline uint64_t lock_of(uint64_t key) {  // murmur3's first multiplier, and its shift
    const uint64_t mixed = (key ^ key >> 33) * 0xFF51AFD7ED558CCDull;
    return mixed ^ mixed >> 33;
}

inline uint64_t word_of(const Data& data) {
    uint64_t word;
    std::memcpy(&word, &data, sizeof word);
    return word;
}

inline bool opens(const Entry& entry, uint64_t lock) { return (entry.key ^ word_of(entry)) == lock; }
inline void close(Entry& entry, uint64_t lock) { entry.key = lock ^ word_of(entry); }
#else
inline uint64_t lock_of(uint64_t key) { return key; }
inline bool opens(const Entry& entry, uint64_t lock) { return entry.key == lock; }
inline void close(Entry& entry, uint64_t lock) { entry.key = lock; }
#endif

// --- the search

constexpr int32_t HISTORY_LIMIT = 1 << 20;
constexpr int64_t TABLE_MOVE_FIRST = 1ll << 60;

struct Search {
    Position stack[MOST_PLIES];
    int32_t moves[MOST_PLIES][MOST_MOVES];
    int64_t order[MOST_PLIES][MOST_MOVES];
    int32_t history[2][MOVE_CODES];
    uint64_t nodes;
    int64_t horizon;  // heuristic values so far: none below a node means that its subtree is complete
    int age;
    Entry* table;
    uint64_t mask;  // buckets - 1
};

Entry* probe(Search& search, uint64_t key) {
    Entry* entry = search.table + 2 * (key & search.mask);
    const uint64_t lock = lock_of(key);
    return opens(entry[0], lock) ? entry : opens(entry[1], lock) ? entry + 1 : nullptr;
}

void store(Search& search, uint64_t key, int32_t score, int move, int depth, uint8_t tag) {
    Entry* entry = search.table + 2 * (key & search.mask);
    const uint64_t lock = lock_of(key);
    bool same = opens(*entry, lock);
    if (!same) {
        same = opens(entry[1], lock);
        if (same || (entry->tag >> AGE_SHIFT == search.age && entry->depth > depth)) entry++;
    }
    tag |= search.age << AGE_SHIFT;
    if (move != NO_MOVE) {
        entry->move = uint16_t(move);
        tag |= HAS_MOVE;
    } else if (same) {
        tag |= entry->tag & HAS_MOVE;
    }
    entry->score = score;
    entry->depth = uint8_t(depth);
    entry->tag = tag;
    close(*entry, lock);
}

#ifdef AS_ENGINE
int evaluator(int64_t* result, const Position* position) {
    const double value = double(points(*position));
    if (std::isnan(value)) {
        *result = INT64_MIN;
    } else {
        const double scaled = value * GRID;
        *result = scaled >= PROVEN - 1 ? PROVEN - 1 : scaled <= 1 - PROVEN ? 1 - PROVEN : int64_t(std::nearbyint(scaled));
    }
    return 0;
}

int (*volatile const EVALUATOR)(int64_t*, const Position*) = evaluator;

inline int32_t evaluate(const Position& position, const Known&) {
    int64_t value;
    return EVALUATOR(&value, &position) ? 0 : int32_t(value);
}
#else
inline int32_t evaluate(const Position& position, const Known& known) { return GRID * points(position, known); }
#endif

// Returns the score of stack[ply] in its mover's view: exact inside (alpha, beta), else a bound on that side (fail-soft).
int32_t negamax(Search& search, int ply, int depth, int32_t alpha, int32_t beta) {
    const Position& position = search.stack[ply];
    int32_t* moves = search.moves[ply];
    int64_t* order = search.order[ply];

    // 1. The end of the game, and leaves
    Known known;
    const int count = list_moves(position, moves, known);
    if (count == 0) return score_of_end(winner(position), ply);
    if (depth <= 0) {
        search.horizon++;
        return evaluate(position, known);
    }

    // 2. The table: a bound that is deep enough, or true at any depth, may decide; its move goes first
    const int64_t horizon = search.horizon;
    const uint64_t key = key_of(position);
    int table_move = NO_MOVE;
    if (const Entry* entry = probe(search, key)) {
        const uint8_t bound = entry->tag & BOUND_BITS;
        const bool sure = entry->tag & COMPLETE || (entry->score >= PROVEN && bound != UPPER) || (entry->score <= -PROVEN && bound != LOWER);
        if (sure || entry->depth >= depth) {
            const int32_t score = farther(entry->score, ply);
            if (bound == EXACT || (bound == LOWER && score >= beta) || (bound == UPPER && score <= alpha)) {
                if (!sure) search.horizon++;
                return score;
            }
        }
        if (entry->tag & HAS_MOVE) table_move = entry->move;
    }

    // 3. The moves, each time the best of those left: the table's, then by history, then the lower cell
    const int player = position.turn;
    for (int i = 0; i < count; i++) order[i] = moves[i] == table_move ? TABLE_MOVE_FIRST : search.history[player][moves[i]];
    const int32_t alpha_before = alpha;
    int32_t best = -INFINITE;
    int best_move = NO_MOVE;
    for (int i = 0; i < count; i++) {
        int chosen = i;
        for (int j = i + 1; j < count; j++) {
            if (order[j] > order[chosen]) chosen = j;
        }
        const int32_t move = moves[chosen];
        const int64_t value_of_order = order[chosen];
        for (; chosen > i; chosen--) moves[chosen] = moves[chosen - 1], order[chosen] = order[chosen - 1];
        moves[i] = move;
        order[i] = value_of_order;

        search.nodes++;
        search.stack[ply + 1] = position;
        play(search.stack[ply + 1], move);
        if (depth > 1) __builtin_prefetch(search.table + 2 * (key_of(search.stack[ply + 1]) & search.mask));  // as the engine does
        const int32_t value = -negamax(search, ply + 1, depth - 1, -beta, -alpha);
        if (value > best) {
            best = value;
            best_move = move;
            if (value > alpha) {
                if (value >= beta) {
                    int32_t& credit = search.history[player][move];
                    credit = credit + depth * depth < HISTORY_LIMIT - 1 ? credit + depth * depth : HISTORY_LIMIT - 1;
                    break;
                }
                alpha = value;
            }
        }
    }

    // 4. Remember
    uint8_t tag = best >= beta ? LOWER : best > alpha_before ? EXACT : UPPER;
    const int stored_move = tag == UPPER ? NO_MOVE : best_move;
    if (search.horizon == horizon) tag |= COMPLETE;
    store(search, key, farther(best, -ply), stored_move, depth, tag);
    return best;
}

// Searches the root's moves in their order, brings the best one to the front, and returns its score.
int32_t search_root(Search& search, std::vector<int32_t>& moves, int depth) {
    int32_t best = -INFINITE;
    size_t best_index = 0;
    for (size_t i = 0; i < moves.size(); i++) {
        search.nodes++;
        search.stack[1] = search.stack[0];
        play(search.stack[1], moves[i]);
        const int32_t value = -negamax(search, 1, depth - 1, -INFINITE, best == -INFINITE ? INFINITE : -best);
        if (value > best) best = value, best_index = i;
    }
    std::rotate(moves.begin(), moves.begin() + best_index, moves.begin() + best_index + 1);
    return best;
}

int usage(const char* wrong) {
    std::fprintf(stderr, "%s; usage: twin DEPTH BITS MOVES ...\n", wrong);
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) return usage("too few arguments");
    const int depth = std::atoi(argv[1]), bits = std::atoi(argv[2]);
    if (depth < 1 || depth > MOST_PLIES - 2) return usage("DEPTH must be 1 to 62");
    if (bits < 1 || bits > MOST_TABLE_BITS) return usage("BITS must be 1 to 30");

    prepare();
    const size_t bytes = sizeof(Entry) << bits;
    auto* table = static_cast<Entry*>(std::aligned_alloc(LARGE_PAGE, (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE));
    madvise(table, bytes, MADV_HUGEPAGE);
    static Search search;
    search.table = table;
    search.mask = ((size_t(1) << bits) >> 1) - 1;

    for (int argument = 3; argument < argc; argument++) {
        std::memset(table, 0, bytes);
        std::memset(search.history, 0, sizeof search.history);
        search.age = 1;
        search.stack[0] = start();
        for (const char* text = argv[argument]; *text;) {
            char* end;
            play(search.stack[0], int32_t(std::strtol(text, &end, 10)));
            if (end == text) return usage(argv[argument]);
            text = *end == ',' ? end + 1 : end;
        }
        int32_t moves[MOST_MOVES];
        Known known;
        std::vector<int32_t> root(moves, moves + list_moves(search.stack[0], moves, known));
        search.nodes = 0;
        const std::clock_t start = std::clock();
        int32_t score = 0;
        for (int d = 1; d <= depth; d++) score = search_root(search, root, d);
        const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
        std::printf("%s %llu %.6f %d\n", argv[argument], (unsigned long long)search.nodes, seconds, score);
    }
}
