"""What the Gomocup protocol asks for, line by line; no game and no search."""

import pytest

from counterply.plugins.gomoku.pbrain import NO_LIMIT_MS, OPPONENT, OWN, Brain, Choose, Configure, Prepare, Quit, Say, Think


@pytest.fixture
def brain():
    return Brain('name="Test"', needs=1000)


def hear(brain, *lines):
    """The last line's action."""
    action = None
    for line in lines:
        action = brain.hear(line)
    return action


def refused(action):
    assert isinstance(action, Say)
    assert action.text.startswith("ERROR ")
    assert "\n" not in action.text
    return action.text


def test_a_game_by_turns(brain):
    assert hear(brain, "START 15") == Prepare()
    assert brain.size == (15, 15)
    assert hear(brain, "TURN 7,8") == Think()
    assert brain.play_own((6, 6)) == "6,6"
    assert hear(brain, "turn 1 , 2\r\n") == Think()
    assert brain.stones == {(7, 8): OPPONENT, (6, 6): OWN, (1, 2): OPPONENT}


def test_line_ends_blanks_and_capitals_do_not_matter(brain):
    assert hear(brain, "  start\t20 \r\n") == Prepare()
    assert hear(brain, "\r\n") is None
    assert hear(brain, "\ufeffBegin") == Think()


def test_a_board_is_told_by_owners_in_any_order(brain):
    hear(brain, "START 15", "TURN 0,0")
    assert hear(brain, "BOARD", "7,7,2", " 8, 8, 1", "6,6,2", "done") == Think()
    assert brain.stones == {(7, 7): OPPONENT, (8, 8): OWN, (6, 6): OPPONENT}


def test_an_empty_board_is_like_begin(brain):
    assert hear(brain, "START 15", "BOARD", "DONE") == Think()
    assert brain.stones == {}


def test_a_board_that_is_wrong_is_refused_at_its_end_and_the_old_one_stands(brain):
    hear(brain, "START 15", "TURN 0,0")
    for line in ("7,7", "7,7,4", "15,0,1", "-1,0,1", "x", "7;7;1", "7,7,3"):
        assert hear(brain, "BOARD", "1,1,1", line) is None
        refused(hear(brain, "DONE"))
    refused(hear(brain, "BOARD", "1,1,1", "1,1,2", "DONE"))
    assert brain.stones == {(0, 0): OPPONENT}


def test_a_board_before_start_is_refused_once(brain):
    actions = [brain.hear(line) for line in ("BOARD", "7,7,1", "8,8,2", "DONE")]
    assert actions[:3] == [None, None, None]
    assert "no board yet" in refused(actions[3])


def test_renju_forbidden_cells_on_a_board_are_empty(brain):
    hear(brain, "START 15", "INFO rule 4", "BOARD", "7,7,2", "5,5,3", "DONE")
    assert brain.stones == {(7, 7): OPPONENT}


def test_info_and_end_are_obeyed_inside_a_board(brain):
    hear(brain, "START 15", "BOARD", "7,7,2")
    assert hear(brain, "INFO time_left 5") == Configure()
    assert hear(brain, "8,8,1", "DONE") == Think()
    assert len(brain.stones) == 2
    assert hear(brain, "BOARD", "END") == Quit()


def test_another_command_ends_a_board_that_is_not_done(brain):
    hear(brain, "START 15", "BOARD", "7,7,2")
    assert hear(brain, "RESTART") == Prepare()
    refused(hear(brain, "DONE"))


def test_info_is_never_answered(brain):
    lines = [
        "rule 1",
        "folder /tmp/x y",
        "evaluate 3,4",
        "nonsense",
        "",
        "timeout_turn",
        "timeout_turn x",
        "time_left -5",
        "RULE 9",
    ]
    assert all(not isinstance(hear(brain, f"INFO {line}"), Say) for line in lines)
    settings = brain.settings
    assert (settings.rule, settings.timeout_turn, settings.time_left) == (9, 30_000, -5)


def test_settings_hold_for_later_games_but_time_left_does_not(brain):
    hear(brain, "INFO timeout_turn 500", "INFO time_left 77", "START 15", "INFO time_left 99", "RESTART")
    assert (brain.settings.timeout_turn, brain.settings.time_left) == (500, NO_LIMIT_MS)


def test_what_cannot_be_honoured_is_said_at_the_next_command_that_needs_it(brain):
    assert hear(brain, "START 15", "INFO rule 2") == Configure()
    assert "rule 2 is not supported" in refused(hear(brain, "BEGIN"))
    assert "rule 6" in refused(hear(brain, "INFO rule 6", "TURN 1,1"))
    assert brain.stones == {}
    assert hear(brain, "INFO rule 8", "BEGIN") == Think()
    assert "max_memory 999 is too little: this program needs 1000" in refused(hear(brain, "INFO max_memory 999", "BEGIN"))
    assert hear(brain, "INFO max_memory 1000", "BEGIN") == Think()
    assert hear(brain, "INFO max_memory 0", "BEGIN") == Think()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["START"], "START needs the size"),
        (["START 4"], "5 to 26, not 4x4"),
        (["START 27"], "5 to 26, not 27x27"),
        (["START -15"], "START needs the size"),
        (["START 1e9"], "START needs the size"),
        (["START 99999999999999999999"], "5 to 26"),
        (["RECTSTART 20"], "RECTSTART needs columns,rows"),
        (["RECTSTART 20,3"], "not 20x3"),
        (["RESTART"], "no board yet"),
        (["BEGIN"], "no board yet"),
        (["TURN 1,1"], "no board yet"),
        (["BOARD", "DONE"], "no board yet"),
        (["BOARD", "7,7,1", "DONE"], "no board yet"),
        (["TAKEBACK 1,1"], "no board yet"),
        (["SWAP2BOARD", "DONE"], "no board yet"),
        (["START 15", "TURN 15,0"], "15,0 is not on the board of 15x15"),
        (["START 15", "TURN -1,0"], "-1,0 is not on the board"),
        (["START 15", "TURN"], "TURN needs x,y"),
        (["START 15", "TURN h8"], "TURN needs x,y"),
        (["START 15", "TURN 1,1", "TURN 1,1"], "there is a stone at 1,1"),
        (["START 15", "TURN 1,1", "BEGIN"], "BEGIN needs an empty board"),
        (["START 15", "DONE"], "DONE comes after BOARD"),
        (["START 15", "TAKEBACK 1,1"], "there is no stone at 1,1"),
        (["START 15", "TAKEBACK"], "TAKEBACK needs x,y"),
        (["START 15", "PLAY"], "PLAY needs x,y"),
        (["START 15", "SWAP2BOARD", "1,1", "DONE"], "0, 3 or 5 stones, not 1"),
        (["START 15", "SWAP2BOARD", "1,1", "1,1", "2,2", "DONE"], "there is a stone at 1,1"),
        (["START 15", "SWAP2BOARD", "x", "DONE"], "lines x,y"),
    ],
)
def test_errors_are_one_line(brain, lines, said):
    assert said in refused(hear(brain, *lines))


def test_a_failed_start_leaves_the_old_board(brain):
    hear(brain, "START 15", "TURN 1,1", "START 99")
    assert brain.size == (15, 15)
    assert len(brain.stones) == 1


@pytest.mark.parametrize("line", ["FOO", "yxhashclear", "1,2", "START15", "?", "\x00\xff", "é" * 500])
def test_unknown_commands_are_answered_and_survived(brain, line):
    action = hear(brain, line)
    assert action.text.startswith("UNKNOWN ")
    assert action.text.isascii()
    assert len(action.text) < 300
    assert hear(brain, "ABOUT") == Say('name="Test"')


def test_take_back_play_and_rectangles(brain):
    assert hear(brain, "RECTSTART 20, 10") == Prepare()
    assert brain.size == (20, 10)
    assert hear(brain, "TURN 19,9") == Think()
    assert hear(brain, "PLAY 3,3") == Say("3,3")
    assert hear(brain, "TAKEBACK 3,3") == Say("OK")
    assert hear(brain, "TAKEBACK 19,9") == Say("OK")
    assert hear(brain, "BEGIN") == Think()


def test_swap2_hands_on_its_stones(brain):
    hear(brain, "START 15")
    assert hear(brain, "SWAP2BOARD", "DONE") == Choose(())
    assert hear(brain, "SWAP2BOARD", "7,7", "8,7", "9,9", "DONE") == Choose(((7, 7), (8, 7), (9, 9)))
    assert brain.stones == {}


def test_boards_without_thinking_and_stops_of_the_yixin_dialect(brain):
    hear(brain, "START 15")
    assert hear(brain, "YXBOARD", "7,7,2", "8,8,1", "DONE") is None
    assert len(brain.stones) == 2
    assert hear(brain, "YXSTOP") is None
    assert hear(brain, "INFO max_node 500", "INFO max_depth 4") == Configure()
    assert (brain.settings.max_node, brain.settings.max_depth) == (500, 4)
