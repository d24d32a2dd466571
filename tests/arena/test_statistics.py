import itertools
import math
import random
from statistics import NormalDist

import pytest
from hypothesis import given, strategies as st

from counterply.arena.statistics import (
    PAIR_SCORES,
    Standing,
    elo_of_score,
    first_player_share,
    game_standing,
    normal_cdf,
    pair_standing,
    ratings,
    score_of_elo,
    sprt,
    wilson,
)
from examples import examples

COUNTS = st.tuples(*[st.integers(0, 200)] * 5)


def of_pairs(*counts, distinct=None):
    """Return a standing with these pentanomial counts; a shared pair is taken as one win and one loss."""
    a, b, c, d, e = counts
    number = sum(counts)
    return Standing(2 * e + d + c, b + d, 2 * a + b + c, tuple(counts), number if distinct is None else distinct)


@given(COUNTS, COUNTS)
def test_algebra(a, b):
    x, y = of_pairs(*a), of_pairs(*b)
    assert x + y == y + x
    assert ~(x + y) == ~x + ~y
    assert ~~x == x
    assert x + Standing() == x
    assert (x + y).games == x.games + y.games


@given(COUNTS)
def test_the_other_sides_view_mirrors_everything(counts):
    s = of_pairs(*counts)
    low, high = s.interval()
    assert (~s).interval() == pytest.approx((1 - high, 1 - low))
    assert (~s).superiority() == pytest.approx(1 - s.superiority())
    assert (~s).games_needed() == s.games_needed() or abs((~s).games_needed() - s.games_needed()) <= 2  # rounding of the mean
    assert sprt(~s, -10, 0).llr == pytest.approx(-sprt(s, 0, 10).llr)


@given(COUNTS.filter(any))
def test_an_interval_holds_the_score_and_has_a_width(counts):
    s = of_pairs(*counts)
    low, high = s.interval()
    assert 0 <= low <= s.score + 1e-12
    assert s.score - 1e-12 <= high <= 1
    assert high - low > 0
    assert s.score == pytest.approx(s.mean)


@given(COUNTS.filter(any))
def test_superiority_and_interval_are_one_statement(counts):
    s = of_pairs(*counts)
    if abs(s.superiority() - 0.975) > 1e-9:
        assert (s.superiority() > 0.975) == (s.interval()[0] > 0.5)


def test_elo_of_a_score():
    # 10 : 1 odds are 400 points; 76 % are 200 points (FIDE's table: 0.76); nothing is finite at the ends
    assert elo_of_score(10 / 11) == pytest.approx(400)
    assert score_of_elo(200) == pytest.approx(0.7597, abs=1e-4)
    assert elo_of_score(0.5) == 0
    assert elo_of_score(0) is None
    assert elo_of_score(1) is None
    for elo in (-350, -3, 0, 42):
        assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo)


def test_pairs_that_are_won_or_lost_give_wilsons_interval():
    # 7 of 10: published in many places as 0.3968 .. 0.8922
    assert of_pairs(3, 0, 0, 0, 7).interval() == pytest.approx((0.3968, 0.8922), abs=1e-4)
    assert wilson(0.7, 10) == pytest.approx((0.3968, 0.8922), abs=1e-4)
    # all of 10, closed form: n / (n + z^2)
    assert of_pairs(0, 0, 0, 0, 10).interval() == (pytest.approx(10 / (10 + 1.959964**2)), 1.0)
    assert of_pairs(10, 0, 0, 0, 0).interval()[0] == 0.0


def test_nothing_played_says_nothing():
    s = Standing()
    assert (s.score, s.elo(), s.interval(), s.elo_interval(), s.superiority()) == (None, None, (0.0, 1.0), (None, None), 0.5)
    assert (s.mean, s.games_needed()) == (0.5, None)


def test_infinite_elo_is_none():
    s = of_pairs(0, 0, 0, 0, 20)
    low, high = s.elo_interval()
    assert s.elo() is None
    assert high is None
    assert low is not None
    assert low > 0


def test_large_numbers_agree_with_the_plain_normal_interval():
    counts = (300, 900, 2400, 1000, 400)
    s = of_pairs(*counts)
    n = sum(counts)
    mean = sum(c * x for c, x in zip(counts, PAIR_SCORES, strict=True)) / n
    variance = sum(c * (x - mean) ** 2 for c, x in zip(counts, PAIR_SCORES, strict=True)) / n
    half = NormalDist().inv_cdf(0.975) * math.sqrt(variance / n)
    assert s.interval() == pytest.approx((mean - half, mean + half), abs=2e-5)


def test_superiority_of_independent_games_is_the_classical_formula():
    # pairs of independent games that are won with p: binomial counts
    p, n = 0.53, 40_000
    s = of_pairs(round(n * (1 - p) ** 2), 0, round(2 * n * p * (1 - p)), 0, round(n * p * p))
    classical = normal_cdf((s.wins - s.losses) / math.sqrt(s.wins + s.losses))
    assert s.design == pytest.approx(0.5, abs=1e-3)
    assert s.superiority() == pytest.approx(classical, abs=1e-6)
    small = of_pairs(0, 0, 0, 0, 5)  # uniform prior, 5 of 5: 1 - 2^-6
    assert small.superiority() == pytest.approx(1 - 2**-6, abs=0.01)


def test_the_interval_covers_the_truth():
    random.seed(1)
    for p, q, pairs in ((0.5, 0.5, 30), (0.85, 0.4, 60), (0.97, 0.9, 100)):  # chances with the first and the second seat
        hits = 0
        for _ in range(600):
            s = sum((pair_standing(random.random() < p, random.random() < q) for _ in range(pairs)), Standing())
            low, high = s.interval()
            hits += low <= (p + q) / 2 <= high
        assert 0.925 <= hits / 600 <= 1, (p, q, hits / 600)


def test_repeated_pairs_do_not_narrow_the_interval():
    once, often = of_pairs(1, 0, 0, 1, 1), of_pairs(100, 0, 0, 100, 100, distinct=3)
    assert often.interval() == pytest.approx(once.interval())
    assert often.superiority() == pytest.approx(once.superiority())
    assert sprt(often, 0, 10).llr == pytest.approx(sprt(once, 0, 10).llr)


def test_shared_pairs_say_equal_ever_more_surely():
    widths = [high - low for low, high in (of_pairs(0, 0, n, 0, 0).interval() for n in (1, 10, 100, 1000))]
    assert widths == sorted(widths, reverse=True)
    assert widths[2] < 0.02 < widths[1]


def test_games_needed():
    s = of_pairs(40, 0, 10, 0, 50)
    needed = s.games_needed()
    assert needed > 0
    assert not s.interval()[0] > 0.5
    grown = of_pairs(*(c * (100 + needed / 2) / 100 for c in (40, 0, 10, 0, 50)))
    assert grown.interval()[0] == pytest.approx(0.5, abs=2e-3)
    assert of_pairs(0, 0, 5, 0, 0).games_needed() is None
    assert of_pairs(0, 0, 0, 0, 50).games_needed() == 0


def exact_llr(counts, s0, s1):
    """Generalised log-likelihood ratio by maximum likelihood under a fixed mean (Van den Bergh), bisection for the multiplier."""

    def likelihood(s):
        shares = [c / sum(counts) for c in counts]
        low, high = -1 / (1 - s) + 1e-9, 1 / s - 1e-9
        for _ in range(200):
            middle = (low + high) / 2
            total = sum(p * (x - s) / (1 + middle * (x - s)) for p, x in zip(shares, PAIR_SCORES, strict=True))
            low, high = (middle, high) if total > 0 else (low, middle)
        return sum(c * math.log(p / (1 + low * (x - s))) for c, p, x in zip(counts, shares, PAIR_SCORES, strict=True))

    return likelihood(s1) - likelihood(s0)


@pytest.mark.parametrize("counts", [(60, 250, 400, 280, 80), (500, 2300, 4100, 2500, 600), (20, 80, 200, 60, 10)])
def test_sprt_agrees_with_the_exact_likelihood_ratio(counts):
    state = sprt(of_pairs(*counts), 0, 10)
    assert state.llr == pytest.approx(exact_llr(counts, score_of_elo(0), score_of_elo(10)), rel=0.03, abs=0.02)
    assert (state.lower, state.upper) == (pytest.approx(-2.944, abs=1e-3), pytest.approx(2.944, abs=1e-3))


# --- everything once more by its definition, on random counts: game by game, pair by pair, by looking for the number


@examples(60)
@given(COUNTS.filter(any), st.floats(0.05, 1), st.floats(-200, 200), st.floats(1, 50), st.floats(0.01, 0.2), st.floats(0.01, 0.2))
def test_what_pairs_say_by_definition(counts, kept, elo0, step, alpha, beta):
    distinct = max(1, round(kept * sum(counts)))
    s = of_pairs(*counts, distinct=distinct)
    scores = [points / 4 for points, count in enumerate(counts) for _ in range(count)]
    mean = math.fsum(scores) / len(scores)
    squares = math.fsum((score - mean) ** 2 for score in scores) * distinct / len(scores)
    variance = (squares + 0.25) / (distinct + 1)  # with a pair that was not seen
    assert (s.score, s.mean, s.variance) == pytest.approx((mean, mean, variance))
    share = min(1.0, variance / (mean * (1 - mean))) if 0 < mean < 1 else 1.0
    games = distinct / share
    for end, away in zip(s.interval(), (mean, 1 - mean), strict=True):
        if away:  # Wilson: from there, what was seen is 1.96 standard errors away
            assert abs(end - mean) / math.sqrt(end * (1 - end) / games) == pytest.approx(1.9599639845, rel=1e-6)
    assert s.superiority() == pytest.approx(NormalDist(0.5, 0.5 / math.sqrt(games)).cdf(mean))
    s0, s1 = (1 / (1 + 10 ** (-elo / 400)) for elo in (elo0, elo0 + step))
    state = sprt(s, elo0, elo0 + step, alpha, beta)
    assert state.llr == pytest.approx(distinct * ((mean - s0) ** 2 - (mean - s1) ** 2) / (2 * variance), rel=1e-6, abs=1e-9)
    assert (math.exp(state.lower), math.exp(state.upper)) == pytest.approx((beta / (1 - alpha), (1 - beta) / alpha))
    needed = s.games_needed()
    if needed:
        settled = [wilson(mean, (distinct + pairs) / share) for pairs in (needed // 2 - 1, needed // 2)]
        assert [low > 0.5 or high < 0.5 for low, high in settled] == [False, True] or needed > 10**6


@examples(30)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), *[st.integers(0, 30)] * 3), min_size=1, max_size=8))
def test_ratings_expect_the_points_that_were_made(played):
    results = {(i, j): Standing(*games) for i, j, *games in played if i < j}
    found = ratings(results, 5)
    assert sum(found) == pytest.approx(0, abs=1e-6)
    over = dict.fromkeys(range(5), 0.0)  # points made more than expected, a drawn game added to each pairing
    for (i, j), standing in results.items():
        if standing.games:
            ahead = standing.points + 0.5 - (standing.games + 1) * score_of_elo(found[i] - found[j])
            over[i], over[j] = over[i] + ahead, over[j] - ahead
    assert all(abs(points) < 0.01 for points in over.values())


def test_sprt_decides():
    assert sprt(of_pairs(100, 500, 900, 500, 100), 0, 30).decision == "H0"
    assert sprt(of_pairs(80, 450, 900, 550, 220), 0, 30).decision == "H1"
    assert sprt(of_pairs(1, 5, 9, 5, 2), 0, 30).decision is None
    assert sprt(of_pairs(0, 0, 0, 0, 2), 0, 30).decision is None  # never after a handful of pairs
    assert sprt(of_pairs(0, 0, 0, 0, 30), 0, 30).decision == "H1"
    assert sprt(Standing(), 0, 30).llr == 0


@pytest.mark.parametrize(("first", "second"), list(itertools.product((0, 0.5, 1), repeat=2)))
def test_one_pair(first, second):
    s = pair_standing(first, second)
    assert s.pairs[round(2 * (first + second))] == 1 == sum(s.pairs)
    assert s.games == 2
    assert s.points == first + second
    assert game_standing(first).pairs == (0, 0, 0, 0, 0)


def test_first_player_share():
    assert first_player_share(6, 2, 2) == 0.7
    assert first_player_share(0, 0, 0) is None


def test_ratings_recover_differences():
    # 1 beats 0 by 100, 2 beats 1 by 100 Elo, by expected points of many games; 0 and 2 never met
    won = round(100_000 * score_of_elo(100))
    found = ratings({(1, 0): Standing(won, 0, 100_000 - won), (2, 1): Standing(won, 0, 100_000 - won)}, 3)
    assert found == pytest.approx([-100, 0, 100], abs=0.1)
    assert ratings({(0, 1): Standing(10, 0, 0)}, 2)[0] == pytest.approx(200 * math.log10(10.5 / 0.5))  # finite although all was won
    assert ratings({}, 2) == [0, 0]
