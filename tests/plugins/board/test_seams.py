"""Where the parts of the board meet, in a real browser: links, deals, touches, what is pasted, and what cannot be used now."""

from __future__ import annotations

import itertools
import re

import pytest

from board.browser import NEEDS_BROWSER, START, Open, arrived, shows
from board.test_pasted import JUMPS

pytestmark = NEEDS_BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright").expect


@pytest.mark.parametrize(("mode", "name"), [("analyse", "Analyse"), ("tree", "Tree"), ("play", "Play")])
def test_a_link_opens_in_the_mode_that_it_was_shared_from(open_page: Open, mode: str, name: str) -> None:
    page = open_page("tic_tac_toe", "0,0 1,1", mode=mode)
    page.wait_for_function("mode => location.hash.includes(`mode=${mode}`)", arg=mode)
    link = page.url.partition("#")[2]
    other = open_page("tic_tac_toe", mode="analyse" if mode == "play" else "play")
    other.evaluate("link => { location.hash = link; }", link)
    expect(other.get_by_role("button", name=name, exact=True).first).to_have_attribute("aria-pressed", "true")
    arrived(other, 2)


def test_a_deal_is_no_step(open_page: Open) -> None:
    page = open_page("splendor", mode="play")
    arrived(page, 2)
    page.evaluate("location.hash = location.hash.replace(/&moves=[^&]*/, '')")  # the address of the start
    arrived(page, 2)
    page.locator('.target[data-touch="bank W"]').click()
    page.locator('.target[data-touch="bank U"]').click()
    page.locator('.target[data-touch="bank G"]').click()
    arrived(page, 4)
    page.get_by_role("button", name="To the start").click()
    arrived(page, 2)
    expect(page.get_by_role("button", name="Back", exact=True)).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board .card").first).to_be_attached()


def test_who_moved_is_said_where_only_the_last_position_was_seen(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0 1,1", mode="analyse")
    arrived(page, 2)
    page.get_by_role("button", name="Share").click()
    page.locator("#text").fill("moves 0,0 0,1 2,2 1,1")
    page.get_by_role("button", name="Open", exact=True).click()
    arrived(page, 4)
    assert page.evaluate("window.__seen").pop() == "O played 1,1. X to move"


def test_a_touch_leaves_no_name_behind_and_a_name_is_that_of_now(open_page: Open) -> None:
    page = open_page("splendor", "deal:017 deal:123", context={"has_touch": True})
    page.locator('.target[data-touch="bank W"]').tap()
    page.locator(".mark.chosen").first.wait_for(state="attached")
    expect(page.locator(".pointed")).to_have_text("")
    events = """() => {
      const gem = (name) => document.querySelector(`.target[data-touch="bank ${name}"]`);
      const told = (kind) => new PointerEvent(kind, { bubbles: true, pointerType: "mouse" });
      const say = (name, ...kinds) => kinds.forEach((kind) => gem(name).dispatchEvent(told(kind)));
      say("U", "pointerover", "pointerdown", "click");
    }"""
    page.evaluate(events)
    expect(page.locator(".pointed")).to_have_text("bank blue 4")
    page.evaluate(events.replace('"U", "pointerover", ', '"G", '))
    shows(page, 3)
    expect(page.locator(".pointed")).to_have_text("bank blue 3")


def test_arrows_step_after_a_click_and_walk_where_keys_came(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0")
    arrived(page, 1)
    page.locator('.target[data-touch="1,1"]').click()
    arrived(page, 2)
    page.keyboard.press("ArrowLeft")
    arrived(page, 1)
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    arrived(page, 0)
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    page.evaluate("""() => {  // a key in the moment that a dialog closes
      document.querySelector("dialog").close();
      for (const key of ["End", "?"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }""")
    arrived(page, 2)
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    arrived(page, 1)
    page.keyboard.press("b")
    page.keyboard.press("ArrowLeft")
    arrived(page, 1)
    assert page.evaluate("document.activeElement.dataset.id") == "1,0"


def test_a_piece_is_put_back_and_a_jump_goes_on_by_its_end(open_page: Open) -> None:
    page = open_page("checkers", JUMPS)
    played = len(JUMPS.split())
    arrived(page, played)
    man, end = (page.locator(f'.target[data-touch="{touch}"]') for touch in ("14", "30"))
    chosen = page.locator(".mark.chosen")
    man.click()
    expect(chosen).to_have_count(1)
    man.click()
    expect(chosen).to_have_count(0)
    man.dblclick()
    expect(chosen).to_have_count(1)
    man.click()
    expect(chosen).to_have_count(0)
    man.drag_to(end)
    expect(chosen).to_have_count(0)
    shows(page, played)
    man.drag_to(page.locator('.target[data-touch="23"]'))
    arrived(page, played + 1)
    end.click()
    arrived(page, played + 2)


def test_a_move_of_two_touches_is_confirmed_by_its_end_and_a_hint_shows_both(open_page: Open) -> None:
    page = open_page("breakthrough", mode="play", settings={"confirm": "on"})
    man, end = (page.locator(f'.target[aria-label^="{cell} "]') for cell in ("b2", "b3"))  # men of a2 and c2 go there, too
    man.click()
    end.click()
    expect(page.locator(".bubble-text")).to_have_text("b2b3: touch again to play")
    expect(page.locator(".mark.chosen")).to_have_count(2)
    end.click()
    arrived(page, 2)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the move").click()
    expect(page.locator(".mark.hint")).to_have_count(2)


def test_a_phone_has_room_for_who_thinks_and_shows_no_half_of_a_move(open_page: Open) -> None:
    page = open_page("othello", "f5 d6 c3 d3", mode="play", wide=375, context={"has_touch": True})
    arrived(page, 4)
    think = """async () => {
      const names = ["/search.js", "/seats.js", "/signals.js"];
      const [{ search }, { seating }, { update }] = await Promise.all(names.map((name) => import(name)));
      seating.seats = ["level:strength=8", "person"];
      search("move", { want: "stop" });
      update();
    }"""
    page.evaluate(think)
    expect(page.locator(".seat.turn")).to_have_text(re.compile(r"Black – engine, level 8\s+thinking … \d+ s"))
    clipped = "each => each.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ innerText }) => innerText)"
    assert page.locator(".seat-name, .to-move").evaluate_all(clipped) == []
    assert "gradient" in page.locator(".moves").evaluate("each => getComputedStyle(each).maskImage")


def test_of_several_games_one_is_chosen(open_page: Open) -> None:
    page = open_page("connect_four")
    page.get_by_role("button", name="Share").click()
    page.locator("#text").fill('[White "Ann"]\n[Black "Bob"]\n\n1. 4 4 *\n\n[White "Cid"]\n[Black "Dan"]\n\n1. 1 2 3 *')
    page.get_by_role("button", name="Open", exact=True).click()
    games = page.get_by_role("group", name="Games of this text").get_by_role("button")
    expect(games).to_have_text(["1 Ann – Bob", "2 Cid – Dan"])
    games.last.click()
    arrived(page, 3)
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_game_without_a_tree_says_so_in_place_of_it(open_page: Open) -> None:
    page = open_page("splendor", START["splendor"], mode="tree", wide=375)
    expect(page.locator(".side")).to_contain_text("What is hidden leaves no tree")
    expect(page.locator(".inspector")).to_have_count(0)
    assert page.locator("#board").bounding_box()["height"] > 280


def test_an_explanation_comes_into_sight(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0 2,2 0,1", engine=True)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_label("move to explain").select_option("1,1")
    page.get_by_role("button", name="Explain").click()
    expect(page.locator(".headline")).to_be_in_viewport(ratio=1)


def test_the_second_touch_is_asked_for_beside_the_first(open_page: Open) -> None:
    page = open_page("fishing_derby", wide=375, context={"has_touch": True})
    target = page.locator(".target.playable").last
    target.tap()
    bubble = page.locator(".mark.bubble")
    expect(bubble).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".bubble-text")).to_contain_text("touch again to play")
    one, other = bubble.bounding_box(), target.bounding_box()
    assert one["x"] < other["x"] + other["width"]
    assert abs(one["y"] - other["y"]) < 80


def test_moves_are_read_as_people_paste_them_and_what_is_refused_stays(open_page: Open) -> None:
    page = open_page("connect_four")

    def paste(text: str) -> None:
        page.get_by_role("button", name="Share").click()
        page.locator("#text").fill(text)
        page.get_by_role("button", name="Open", exact=True).click()

    paste("3344")
    shows(page, 4)
    paste(" ")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("nothing to open")
    page.keyboard.press("Escape")
    shows(page, 4)
    paste("339")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("alert")).to_have_text("move 3, '9', is no legal move")
    expect(page.locator("#text")).to_have_value("339")


def test_what_cannot_be_used_says_why_and_one_line_says_who_moves(open_page: Open) -> None:
    page = open_page("tic_tac_toe", mode="play")
    expect(page.locator(".seat.turn")).to_contain_text("to move")
    expect(page.locator(".message")).to_have_text("")
    back = page.get_by_role("button", name="Take back")
    expect(back).to_have_attribute("title", "this is the start of the game")
    back.dispatch_event("click")
    expect(page.locator(".told .error")).to_have_text("this is the start of the game")
    for button in page.locator('button:is(:disabled, [aria-disabled="true"])').all():
        assert button.get_attribute("title"), button.inner_text()


def test_progress_of_the_compiler_fits_a_phone(open_page: Open) -> None:
    page = open_page("tic_tac_toe", mode="play", wide=375)
    note = """async () => {
      const [{ noteCompiling }, { search }] = await Promise.all(["/waiting.js", "/search.js"].map((name) => import(name)));
      search("prepare", { want: "stop" });
      noteCompiling({ search: NUMBER });
    }"""
    page.evaluate(note.replace("NUMBER", "7"))
    expect(page.locator(".message")).to_have_text(re.compile(r"Compiling the engine, .*part 7 … \d+ s\. You can begin\."))
    expect(page.get_by_role("progressbar", name="Compilation")).to_be_in_viewport()
    assert page.locator(".told").evaluate("each => each.scrollWidth <= each.clientWidth")
    grows = []
    for number in (90, 150):  # more parts than usual
        page.evaluate(note.replace("NUMBER", str(number)))
        expect(page.locator(".message")).to_contain_text(f"part {number} …")
        grows.append(page.get_by_role("progressbar", name="Compilation").evaluate("each => each.position"))
    assert 0.7 < grows[0] < grows[1] < 1


@pytest.mark.parametrize(
    "game", ["othello", "splendor", "checkers", "backgammon", "chess", "go", "nine_mens_morris", "onitama", "ataxx", "hex"]
)
def test_a_phone_has_one_row_of_header_targets_for_fingers_and_letters_to_read(open_page: Open, game: str) -> None:
    page = open_page(game, START.get(game, ""), mode="analyse", wide=375, context={"has_touch": True})
    arrived(page, len(START.get(game, "").split()))
    assert page.locator("header").bounding_box()["height"] < 62
    broken = """name => { const walk = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), found = [];
      for (const range = new Range(); walk.nextNode();) for (const { 0: word, index } of walk.currentNode.data.matchAll(/\\S+/g)) {
        range.setStart(walk.currentNode, index);
        range.setEnd(walk.currentNode, index + word.length);
        if (range.getClientRects().length > 1) found.push(word);
      }
      return found; }"""
    assert page.locator(".game-name").evaluate(broken) == []
    low = """() => [...document.querySelectorAll("button, select, input")]
      .filter((each) => each.checkVisibility() && (each.closest("label") ?? each).getBoundingClientRect().height < 44)
      .map((each) => each.outerHTML)"""
    assert page.evaluate(low) == []
    letters = """() => [...document.querySelectorAll("#board text")].filter((text) => text.checkVisibility())
      .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
    sizes = page.evaluate(letters)
    assert sizes
    assert min(sizes) >= 8.99
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    page.set_viewport_size({"width": 768, "height": 1024})
    assert page.locator("header").bounding_box()["height"] < 62
    assert page.evaluate(low) == [], "a tablet is touched by fingers as well"


def test_choices_are_in_words_and_what_is_counted_stands_beside_the_board(open_page: Open) -> None:
    page = open_page("splendor", START["splendor"])
    page.locator('.target[data-touch="card 87"]').click()
    page.locator('.target[data-touch="bank Y"]').click()
    arrived(page, 3)
    page.locator('.target[data-touch="bank W"]').click()
    page.locator('.target[data-touch="bank U"]').click()
    expect(page.locator(".choice").first).to_have_text(re.compile("^take white, blue"))
    page = open_page("othello", "f5 d6 c3 d3 c4")
    arrived(page, 5)
    assert page.locator(".points").all_inner_texts() == ["3", "6"]
    opening = page.locator(".opening")
    expect(opening).to_have_text("Tiger")
    steps = page.get_by_role("group", name="Step through the game")
    assert opening.bounding_box()["width"] > steps.bounding_box()["width"], "a long name has a line of its own"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pieces_turn_glide_and_fall_within_150_milliseconds_where_motion_is_welcome(open_page: Open, motion: str) -> None:
    watch = """() => {
      window.__moved = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, how) {
        window.__moved.push([this.getAttribute("class"), how.duration]);
        return animate.call(this, frames, how);
      };
    }"""
    for game, move, piece in (("othello", "f5", "disc black"), ("breakthrough", "b2b3", "first"), ("connect_four", "3", "first")):
        page = open_page(game, context={"reduced_motion": motion})
        page.evaluate(watch)
        page.locator("#typed").fill(move)
        page.keyboard.press("Enter")
        arrived(page, 1)
        moved = page.evaluate("window.__moved")
        assert bool(moved) == (motion == "no-preference"), game
        assert all(piece in kind and duration <= 150 for kind, duration in moved)


def test_own_mistakes_become_puzzles_until_they_are_solved(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0 1,1 2,2 2,0 0,1")
    page.get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Puzzles (1)").click()
    shows(page, 4)
    told = page.locator(".mistake-text")
    expect(told).to_contain_text("Find a better move.")
    expect(told).not_to_contain_text("Best was")
    page.locator('.target[data-touch="0,2"]').click()
    expect(page.locator(".message")).to_have_text("Solved; 0 left")
    expect(page.get_by_role("button", name=re.compile("^Puzzles"))).to_have_count(0)


def test_a_new_game_is_chosen_by_its_picture(open_page: Open) -> None:
    page = open_page("tic_tac_toe")
    page.get_by_role("button", name="New", exact=True).click()
    page.locator(".thumbnails").get_by_role("button", name="hex").click()
    expect(page.get_by_label("Game", exact=True)).to_have_value("hex")
    page.wait_for_function("[...document.querySelectorAll('.thumbnails img')].slice(0, 3).every((image) => image.naturalWidth > 0)")


HEARD = """() => {
  window.heard = [];
  const part = () => new Proxy(() => part(), { get: (_, name) => name === Symbol.toPrimitive ? () => 0 : part(), set: () => true });
  window.AudioContext = class {
    currentTime = 0;
    destination = null;
    createGain() { return part(); }
    createOscillator() { return { frequency: {}, connect: () => part(), start: (at) => window.heard.push(at), stop() {} }; }
  };
}"""


@pytest.mark.parametrize("sound", [False, True])
def test_moves_and_the_end_are_heard_where_sound_is_on(open_page: Open, sound: bool) -> None:
    page = open_page("tic_tac_toe", "0,0 1,0 0,1", settings={"sound": sound} if sound else {})
    arrived(page, 3)
    page.evaluate(HEARD)
    for ply, cell in ((4, "1,1"), (5, "0,2")):
        page.locator(f'.target[data-touch="{cell}"]').click()
        arrived(page, ply)
    assert page.evaluate("window.heard.length") == (4 if sound else 0)  # a tone, and three for the end


HEAVIEST = 210_000  # bytes of a page that shows no tree


def test_a_page_without_a_tree_brings_nothing_for_one(open_page: Open) -> None:
    page = open_page("tic_tac_toe")
    brought = """() => [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
      .map((each) => [new URL(each.name).pathname, each.decodedBodySize]).filter(([name]) => !name.startsWith("/pictures/"))"""
    sizes = dict(page.evaluate(brought))
    assert "/lecture.js" not in sizes
    assert 100_000 < sum(sizes.values()) < HEAVIEST
    page.get_by_role("button", name="Tree", exact=True).click()
    expect(page.locator(".inspector .summary")).to_contain_text("alpha-beta")
    assert "/lecture.js" in dict(page.evaluate(brought))


@pytest.mark.parametrize("wide", [375, 768, 1280])
def test_buttons_of_steps_stand_beside_each_other_for_fingers(open_page: Open, wide: int) -> None:
    page = open_page("tic_tac_toe", mode="tree", wide=wide, context={"has_touch": True})
    boxes = [button.bounding_box() for button in page.locator(".steps button").all()]
    assert all(one["x"] + one["width"] <= other["x"] for one, other in itertools.pairwise(boxes))


def test_the_last_stone_on_a_crossing_is_marked_around_itself(open_page: Open) -> None:
    page = open_page("go", "e5", mode="analyse")
    arrived(page, 1)
    stone, mark = (page.locator(each).bounding_box() for each in ("#board .disc.black", ".mark.last"))
    assert stone["x"] >= mark["x"]
    assert stone["x"] + stone["width"] <= mark["x"] + mark["width"]
    assert float(page.locator(".mark.last").get_attribute("rx")) * 2 == pytest.approx(
        float(page.locator(".mark.last").get_attribute("width"))
    )


def test_a_pasted_game_begins_with_the_stones_that_it_sets(open_page: Open) -> None:
    page = open_page("go", mode="analyse")
    page.get_by_role("button", name="Share").click()
    page.locator("#text").fill("(;GM[1]SZ[9]HA[2]AB[cc][gg];W[ee])")
    page.get_by_role("button", name="Open", exact=True).click()
    arrived(page, 1)
    assert page.locator("#board .disc.black").count() == 2
    page.reload()
    arrived(page, 1)
    assert page.locator("#board .disc.black").count() == 2
    page.get_by_role("button", name="Share").click()
    page.locator("#text").fill("(;GM[1]SZ[19];B[dd])")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text("this game was played on 19x19, and this board is 9x9")


CROSSED = """() => [...document.querySelectorAll("#board path.mark.last, #board path.mark.around-last")].flatMap((path) => {
  const into = path.getScreenCTM().inverse();
  return [...document.querySelectorAll("#board .dim > text")].filter((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const [wide, high] = [(right - left) / 9, (bottom - top) / 9];
    const points = [...Array(100).keys()].map((at) => new DOMPoint(left + wide * (at % 10), top + high * Math.floor(at / 10)));
    return points.some((point) => path.isPointInStroke(point.matrixTransform(into)));
  }).map((text) => text.textContent);
})"""


def test_the_last_moves_ring_leaves_the_corner_of_a_squares_number_open(open_page: Open) -> None:
    page = open_page("checkers", "11-15 22-18")
    arrived(page, 2)
    expect(page.locator("#board path.mark.last")).to_have_count(2)
    assert page.evaluate(CROSSED) == []


def test_a_piece_that_can_be_taken_has_a_ring_around_it(open_page: Open) -> None:
    page = open_page("chess", "e2e4 d7d5", mode="analyse")
    arrived(page, 2)
    ring, pawn = (page.locator(each).first.bounding_box() for each in (".mark.capture", "#board .path.black"))
    square = page.locator('.target[aria-label^="d5"]').bounding_box()
    expect(page.locator(".mark.capture")).to_have_count(1)
    assert square["x"] <= ring["x"]
    assert ring["x"] + ring["width"] <= square["x"] + square["width"]
    assert ring["width"] > 0.8 * square["width"] > pawn["width"]


def test_rolls_to_choose_from_fit_a_laptops_screen(open_page: Open) -> None:
    page = open_page("backgammon", mode="analyse", wide=1440)
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(".menu.rolls button")).to_have_count(31)
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0


def test_a_number_on_a_move_fits_its_ground(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "1,1", engine=True)
    expect(page.locator("#board .badge-text")).not_to_have_count(0)
    wider = """grounds => grounds.filter((ground) =>
      ground.nextElementSibling.getBoundingClientRect().width > ground.getBoundingClientRect().width)"""
    assert page.locator("#board rect.badge").evaluate_all(wider) == []


@pytest.mark.parametrize(
    ("game", "moves", "typed", "played"),
    [
        ("breakthrough", "", "A2-b3", "a2b3"),
        ("breakthrough", "", "a2xa3", "a2a3"),
        ("checkers", "11-15 22-18", "15x22", "15-22"),
        ("chess", "e4 e5 Nf3 Nc6 Bc4 Bc5", "0-0", "O-O"),
        ("chess", "", "e2-e4", "e4"),
    ],
)
def test_a_move_is_typed_as_people_write_it(open_page: Open, game: str, moves: str, typed: str, played: str) -> None:
    page, ply = open_page(game, moves, mode="analyse"), len(moves.split())
    arrived(page, ply)
    page.locator("#typed").fill(typed)
    page.keyboard.press("Enter")
    arrived(page, ply + 1)
    expect(page.locator('.move[aria-current="true"]')).to_have_text(re.compile(rf"^{ply + 1}\. {played}$"))


def test_what_names_two_moves_or_none_is_refused_and_a_way_is_several(open_page: Open) -> None:
    page = open_page("checkers", JUMPS, mode="analyse")
    ply = len(JUMPS.split())
    arrived(page, ply)
    for typed in ("1115", "A2", "15", "14x99x30"):
        page.locator("#typed").fill(typed)
        page.keyboard.press("Enter")
        expect(page.locator(".error")).to_contain_text(f"{typed} is no legal move")
    shows(page, ply)
    page.locator("#typed").fill("14x23x30")
    page.keyboard.press("Enter")
    arrived(page, ply + 2)


@pytest.mark.slow
def test_dice_are_explained_the_roll_by_its_luck_and_the_move_by_the_rolls_after_it(open_page: Open) -> None:
    page = open_page("backgammon", mode="analyse")
    page.get_by_label("roll to explain").select_option("31")
    page.get_by_role("button", name="Explain").click()
    expect(page.locator(".why-panel .headline")).to_contain_text("than the mean of all rolls")
    page.get_by_role("button", name="31", exact=True).click()
    arrived(page, 1)
    page.get_by_label("move to explain").select_option("24/23")
    page.get_by_role("button", name="Explain").click()
    expect(page.locator(".rolls-after tbody tr")).to_have_count(9)  # the eight largest differences, and the means
    expect(page.locator(".why-panel")).not_to_contain_text("How the search went")
