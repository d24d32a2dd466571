// Othello on 8x8, tuned by hand: a node works out once where its mover may place, and a leaf only the other side's places more.

constexpr int MOST_MOVES = 40;
constexpr int PASS = 64;
constexpr int MOVE_CODES = 65;
constexpr int MOST_PLIES = 128;
constexpr uint64_t NOT_FIRST = 0xFEFEFEFEFEFEFEFEull, NOT_LAST = 0x7F7F7F7F7F7F7F7Full;  // columns
constexpr uint64_t CORNERS = 0x8100000000000081ull;
constexpr int CORNER_WORTH = 8;  // moves

struct Position {
    uint64_t stones[2];
    uint64_t turn;
};

struct Known {
    uint64_t places;  // of the mover
};

void prepare() {}

template <int DIRECTION>
inline uint64_t shifted(uint64_t stones) {
    switch (DIRECTION) {
        case 0: return stones << 1 & NOT_FIRST;
        case 1: return stones << 7 & NOT_LAST;
        case 2: return stones << 8;
        case 3: return stones << 9 & NOT_FIRST;
        case 4: return stones >> 1 & NOT_LAST;
        case 5: return stones >> 7 & NOT_FIRST;
        case 6: return stones >> 8;
        default: return stones >> 9 & NOT_LAST;
    }
}

template <int DIRECTION = 0>
inline uint64_t places(uint64_t own, uint64_t other) {
    uint64_t line = shifted<DIRECTION>(own) & other;
    for (int step = 0; step < 5; step++) line |= shifted<DIRECTION>(line) & other;
    const uint64_t found = shifted<DIRECTION>(line) & ~(own | other);
    if constexpr (DIRECTION < 7) return found | places<DIRECTION + 1>(own, other);
    return found;
}

template <int DIRECTION = 0>
inline uint64_t turned(uint64_t stone, uint64_t own, uint64_t other) {
    uint64_t line = 0, next = shifted<DIRECTION>(stone);
    for (; next & other; next = shifted<DIRECTION>(next)) line |= next;
    if (!(next & own)) line = 0;
    if constexpr (DIRECTION < 7) return line | turned<DIRECTION + 1>(stone, own, other);
    return line;
}

inline int list_moves(const Position& position, int32_t* moves, Known& known) {
    const uint64_t own = position.stones[position.turn], other = position.stones[1 - position.turn];
    known.places = places(own, other);
    int count = 0;
    for (uint64_t left = known.places; left; left &= left - 1) moves[count++] = __builtin_ctzll(left);
    if (count == 0 && places(other, own)) moves[count++] = PASS;
    return count;
}

inline void play(Position& position, int32_t move) {
    const uint64_t mover = position.turn;
    position.turn = 1 - mover;
    if (move == PASS) return;
    const uint64_t stone = 1ull << move, all = turned(stone, position.stones[mover], position.stones[1 - mover]);
    position.stones[mover] |= stone | all;
    position.stones[1 - mover] &= ~all;
}

inline uint64_t key_of(const Position& position) {  // the engine's hash of a record
    constexpr uint64_t SEED = 0x9E3779B97F4A7C15ull, FACTOR = 0xBF58476D1CE4E5B9ull;
    uint64_t value = SEED;
    for (uint64_t word : {position.stones[0], position.stones[1], position.turn}) {
        value = (value ^ word) * FACTOR;
        value ^= value >> 29;
    }
    return value;
}

inline int winner(const Position& position) {
    const int difference = __builtin_popcountll(position.stones[position.turn]) - __builtin_popcountll(position.stones[1 - position.turn]);
    return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

inline int points(const Position& position, const Known& known) {  // "mobile"
    const uint64_t own = position.stones[position.turn], other = position.stones[1 - position.turn];
    const int corners = __builtin_popcountll(own & CORNERS) - __builtin_popcountll(other & CORNERS);
    return __builtin_popcountll(known.places) - __builtin_popcountll(places(other, own)) + CORNER_WORTH * corners;
}

inline int points(const Position& position) {
    return points(position, Known{places(position.stones[position.turn], position.stones[1 - position.turn])});
}

inline Position start() { return {{1ull << 28 | 1ull << 35, 1ull << 27 | 1ull << 36}, 0}; }
