"""The tree of a search in a real browser: walked, compared, asked for in a quiz, shown in a lecture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from board.browser import NEEDS_BROWSER, Open, serving, shows

pytestmark = NEEDS_BROWSER
expect = pytest.importorskip("playwright.sync_api", reason="no Playwright is installed: pip install playwright").expect
SMALL = "0,0 1,1 0,1 0,2 2,0"  # four moves are left
AT_ONCE = """() => {
  [...document.querySelectorAll("header button")].find((button) => button.textContent === "Play").click();
  document.querySelector('.choice[data-move="a"]').click();
}"""


def test_a_tree_is_walked_by_keys_step_by_step_and_side_by_side(open_page: Open) -> None:
    page = open_page("tic_tac_toe", SMALL, mode="tree")
    rows = page.locator(".tree tbody tr[data-number]")
    expect(rows).to_have_count(11)
    expect(page.get_by_text("loss ≤ alpha 0")).to_have_count(3)
    rows.first.press("ArrowLeft")
    expect(rows).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(rows).to_have_count(11)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".tree tr:focus")).to_have_attribute("data-number", "1")
    shows(page, 5)
    page.get_by_role("button", name="First step").click()
    expect(page.locator(".step-text")).to_contain_text("1 of 16 root: enter, max, window −∞ to +∞")
    expect(page.locator(".point.veiled")).to_have_count(16)
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".point.pale")).to_have_count(6)
    expect(page.locator(".edge.pale .stroke").first).to_have_css("stroke-dasharray", "none")  # nor pale: it marks a cut
    page.get_by_role("button", name="Compare the searches").click()
    expect(page.locator(".compared thead button")).to_have_count(5)
    expect(page.locator(".compared tbody tr").first).to_contain_text("17")
    page.locator(".compared").get_by_role("button", name="minimax").click()
    expect(rows).to_have_count(17)
    page.locator('.target[data-touch="1,0"]').click()
    expect(page.locator(".summary")).to_contain_text("minimax, depth 2")
    shows(page, 6)


def test_the_engine_has_a_tab_for_each_depth_and_a_part_can_be_shown_alone(open_page: Open) -> None:
    page = open_page("tic_tac_toe", "0,0 1,1", mode="tree", settings={"treeSearch": "engine", "treeDepth": 4})
    tabs = page.get_by_role("tablist", name="Depths of the search").get_by_role("tab")
    expect(tabs).to_have_count(4)
    tabs.nth(3).press("ArrowLeft")
    expect(tabs.nth(2)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".summary")).to_contain_text("engine, depth 3")
    expect(page.get_by_role("tab", selected=True)).to_contain_text("3")

    rows, way = page.locator(".tree tbody tr[data-number]"), page.locator(".trail button")
    rows.locator("button.tree-move").first.click()
    expect(way).to_have_text(["root", "0,1"])
    expect(page.locator(".ahead-note")).to_contain_text("0,1")
    expect(rows.first).to_be_focused()
    expect(rows.first).to_have_attribute("aria-level", "1")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(way).to_have_count(3)
    page.keyboard.press("Escape")
    expect(way).to_have_count(2)
    way.first.click()
    expect(way).to_have_count(0)
    expect(page.locator(".ahead-note")).to_be_hidden()


def test_the_quiz_says_what_is_missing(open_page: Open) -> None:
    page = open_page("tic_tac_toe", SMALL, mode="tree")
    page.get_by_label("quiz").check()
    leaf = page.get_by_role("checkbox", name=re.compile("^leaf"))
    expect(leaf).to_have_count(12)
    leaf.nth(0).press(" ")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".quiz-said")).to_have_text("Not yet: alpha-beta does look at 1,0-1,2; 6 more are not looked at.")
    leaf.nth(0).press("Enter")
    for number in (4, 5, 7, 8, 10, 11):
        leaf.nth(number).click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".quiz-said")).to_contain_text("Right")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".point.pale")).to_have_count(6)


def test_a_tree_opens_whole_and_is_zoomed_and_moved(open_page: Open) -> None:
    page = open_page("tic_tac_toe", SMALL, mode="tree")
    picture, stage = page.locator(".tree-picture"), page.locator(".stage")
    root, frame = page.locator(".point").first.bounding_box(), stage.bounding_box()
    assert root is not None
    assert frame is not None
    assert frame["x"] < root["x"]
    assert frame["y"] < root["y"]
    whole = picture.get_attribute("viewBox")
    assert whole is not None
    stage.hover()
    page.mouse.wheel(0, -400)
    expect(picture).not_to_have_attribute("viewBox", whole)
    stage.focus()
    page.keyboard.press("0")
    expect(picture).to_have_attribute("viewBox", whole)
    page.keyboard.press("+")
    larger = picture.get_attribute("viewBox")
    assert larger is not None
    page.keyboard.press("ArrowRight")
    expect(picture).not_to_have_attribute("viewBox", larger)
    page.get_by_role("button", name="Fit the whole tree").click()
    expect(picture).to_have_attribute("viewBox", whole)


@pytest.mark.parametrize(
    ("game", "moves", "nodes"),
    [
        ("connect_four", "4 4 4 4 4 3 3 5 5 3 5 3", 56),
        ("tic_tac_toe", "0,2 0,1 1,1 0,0", 22),
        ("checkers", "11-15 22-18", 4),
    ],  # in the second, a leaf beside its parent's; in the third, long names of moves
)
def test_a_wide_tree_has_its_leaves_below_each_other_and_no_label_on_another(
    open_page: Open, game: str, moves: str, nodes: int
) -> None:
    page = open_page(game, moves, mode="tree", settings={"treeDepth": 2})
    points = page.locator(".point")
    expect(points).to_have_count(nodes)
    box = page.locator(".tree-picture").get_attribute("viewBox")
    assert float(box.split()[2]) < 1700
    assert page.evaluate(OVERLAPS) == 0


OVERLAPS = """() => {
  const things = [...document.querySelectorAll(".point polygon, .point circle, .window-of, .edge text")];
  const boxes = things.map((each) => each.getBoundingClientRect());
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap((a, index) => boxes.slice(index + 1).filter((b) => over(a, b))).length;
}"""
LETTERS = """texts => texts.filter((text) => text.textContent.trim())
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""


def test_of_a_large_tree_the_way_to_the_step_is_open_and_can_be_read(open_page: Open) -> None:
    page = open_page("connect_four", mode="tree", settings={"treeDepth": 3})
    page.set_viewport_size({"width": 1920, "height": 1080})
    points, folded = page.locator(".point"), page.locator(".point .fold")
    expect(page.locator(".summary")).to_contain_text("199 nodes")
    expect(points).to_have_count(22)  # the root, its moves, those below the best one, and the leaves below the best of these
    expect(folded).to_have_count(12)
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("document.fullscreenElement?.className === 'lecture'")
    assert min(page.locator(".tree-picture text").evaluate_all(LETTERS)) >= 1080 / 90
    folded.first.click()
    expect(page.locator(".step-text")).to_contain_text(re.compile(r"of 237 1: leave with"))
    page.get_by_role("switch", name="all nodes").check()
    expect(points.nth(198)).to_be_attached()
    page.get_by_role("button", name="First step").click()
    expect(page.locator(".point.current")).to_have_count(1)
    page.get_by_role("switch", name="all nodes").uncheck()
    expect(points).to_have_count(8)


def test_what_has_no_room_in_a_picture_is_counted(open_page: Open) -> None:
    page = open_page("connect_four", mode="tree", settings={"treeDepth": 5})
    expect(page.locator(".summary")).to_contain_text("nodes further down are not drawn")
    page.get_by_role("button", name="First step").click()
    page.get_by_role("button", name="Step on").click()
    expect(page.locator(".ahead-note")).to_have_text("looking ahead: 1")  # the board follows the steps


def test_two_fingers_zoom_the_tree(open_page: Open) -> None:
    page = open_page("tic_tac_toe", SMALL, mode="tree", wide=375, context={"has_touch": True})
    picture, stage = page.locator(".tree-picture"), page.locator(".stage")
    stage.scroll_into_view_if_needed()
    whole, box = picture.get_attribute("viewBox"), stage.bounding_box()
    assert whole is not None
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 20), ("touchMove", 40), ("touchMove", 60), ("touchEnd", 0)):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}] if apart else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(picture).not_to_have_attribute("viewBox", whole)
    assert float(picture.get_attribute("viewBox").split()[2]) < 0.6 * float(whole.split()[2])
    shows(page, 5)


@pytest.mark.parametrize(
    ("game", "moves", "depth", "least"),
    [
        ("connect_four", "4 4 4 4 4 3 3 5 5 3 5 3", 2, 1080 / 60),  # letters of a sixtieth of the screen's height
        ("tic_tac_toe", "", 4, 14),  # folded nodes, and what they are at least or at most
        ("tic_tac_toe", SMALL, 4, 14),  # what was not searched, and a leaf beside alpha and beta
    ],
)
def test_a_tree_can_be_read_from_the_last_row(open_page: Open, game: str, moves: str, depth: int, least: float) -> None:
    page = open_page(game, moves, mode="tree", settings={"treeDepth": depth})
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("document.fullscreenElement?.className === 'lecture'")
    found = page.locator(".tree-picture text").evaluate_all(LETTERS)
    assert len(found) > 80
    assert min(found) >= least
    assert page.evaluate(OVERLAPS) == 0


def test_a_tree_shows_alpha_and_beta_and_goes_by_itself(open_page: Open) -> None:
    page = open_page("tic_tac_toe", SMALL, mode="tree", settings={"treeSpeed": "fast"})
    windows = page.locator(".window-of")
    expect(windows).to_have_count(5)
    expect(windows.first).to_have_text("α 0β +∞")
    page.get_by_role("button", name="First step").click()
    expect(windows).to_have_text(["α −∞β +∞"])
    page.locator(".stage").focus()
    page.keyboard.press("PageDown")
    expect(page.locator(".step-text")).to_contain_text("2 of 16")
    page.get_by_role("button", name="Go through the steps").click()
    expect(page.locator(".step-text")).to_contain_text("5 of 16")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("switch", name="alpha and beta").uncheck()
    expect(windows).to_have_count(0)
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("document.fullscreenElement?.className === 'lecture'")


def test_a_tree_is_saved_and_a_link_leads_to_it(open_page: Open, address: str) -> None:
    page = open_page("tic_tac_toe", SMALL, mode="tree")
    for name, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=f"Save as {name}").click()
        assert saved.value.suggested_filename == f"tic_tac_toe-tree.{name.lower()}"
        text = Path(saved.value.path()).read_bytes()
        assert text.startswith(begins)
        assert name == "PNG" or (b"var(" not in text and text.count(b"<polygon") == 17)
    page.goto(f"{address}#game=tic_tac_toe&moves=0,0+1,1+0,1+0,2+2,0&mode=tree&search=minimax&depth=1")
    expect(page.locator(".summary")).to_contain_text("minimax, depth 1: 5 nodes")
    assert "mode=tree" in page.url


def test_a_tree_in_text_has_steps_a_quiz_two_pictures_and_uct(open_page: Open) -> None:
    text = "depth 2: A0(B0(3 12 8) B0(2 4 6) B0(14 5 2))"
    with serving(text) as (_, at):
        page = open_page(text, mode="play", at=at)
        expect(page.locator(".summary")).to_contain_text("alpha-beta, depth 2: 11 nodes, 3, a a")  # in Tree mode
        page.get_by_label("beside").select_option("minimax")
        expect(page.locator(".stage.other .point.leaf, .stage.other .point")).to_have_count(13)
        page.get_by_role("button", name="First step").click()
        expect(page.locator(".step-text")).to_contain_text("root: enter, max")
        page.get_by_label("quiz").check()
        page.set_viewport_size({"width": 768, "height": 1024})
        assert page.locator("header").bounding_box()["height"] < 62, "its long name takes no second row"
        for leaf in ("b-b", "b-c"):
            page.get_by_role("checkbox", name=re.compile(f"^leaf {leaf},")).click()
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".quiz-said")).to_contain_text("Right")
        page.get_by_label("quiz").uncheck()
        page.get_by_label("search", exact=True).select_option("uct")
        expect(page.locator(".summary")).to_contain_text("Monte Carlo (UCT), 20 simulations")
        expect(page.locator(".tree tbody tr").first.locator("td").last).to_have_text("20")
        page.get_by_role("button", name="First step").click()
        expect(page.locator(".step-text")).to_contain_text("root: expansion: one child for each of 3 moves")
        page.get_by_role("button", name="Step on").click()
        expect(page.locator(".step-text")).to_contain_text("selection, max by its own bounds")
        expect(page.locator(".tree-picture .window-of")).to_contain_text("u ")
        page.evaluate(AT_ONCE)  # a choice is not lost while the same position is asked for again
        shows(page, 2)  # the usual opponent answers
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()


@pytest.mark.slow
def test_chance_is_a_circle_with_probabilities_at_its_lines_and_a_sum_beside_it(open_page: Open) -> None:
    text = "depth 1: A0(C(3 12 9) C(1/2:2 1/4:4 1/4:6) C(15 6 0))"
    with serving(text) as (_, at):
        page = open_page(text, mode="tree", at=at, settings={"treeSearch": "engine", "treeBeside": "minimax"})
        expect(page.locator(".summary")).to_contain_text(
            "alpha-beta, depth 1: 13 nodes, 8, a"
        )  # an engine's search has no tree here
        expect(page.get_by_label("search", exact=True).locator("option")).to_have_text(["expectimax", "alpha-beta"])
        picture = page.get_by_role("img", name="Picture of the tree, 13 nodes; circles are chance").first
        expect(picture.locator(".point.chance circle")).to_have_count(3)
        expect(picture.locator(".share")).to_have_text(["1/3"] * 3 + ["1/2", "1/4", "1/4"] + ["1/3"] * 3)
        expect(picture.locator(".point.chance text:not(.note)")).to_have_text(["8", "3.5", "7"])
        expect(page.locator(".stage.other .point.chance circle")).to_have_count(3)
        assert page.evaluate(OVERLAPS) == 0
        row = page.get_by_role("row", name="b 1/4 −∞ +∞ 4 end 1")
        expect(row).to_have_count(1)
        page.get_by_role("button", name="First step").click()
        for _ in range(3):
            page.get_by_role("button", name="Step on").click()
        expect(page.locator(".step-text")).to_contain_text("a b: end, worth 12; outcome 2 of 3: 1/3 x 12, the sum is 5")
        expect(page.locator(".stage").first.locator(".window-of")).to_have_text(["α −∞β +∞", "Σ 52 of 3α −∞ β +∞"])
        page.get_by_role("button", name="Compare the searches").click()
        expect(page.locator(".compared thead button")).to_have_text(["expectimax", "alpha-beta"])
        page.set_viewport_size({"width": 375, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
        page.evaluate("() => { window.print = () => { window.printed = true; }; }")
        page.get_by_role("button", name="Hand-out").click()
        page.wait_for_function("() => window.printed")
        expect(page.locator(".handout .question")).to_contain_text("a circle is chance: it is worth the mean of its outcomes")
        expect(page.locator(".handout .solution")).to_contain_text("The best move is a, worth 8")
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.get_by_role("button", name="a", exact=True).first.click()  # chance is to move now: its node is the root
        expect(page.locator(".summary")).to_contain_text("alpha-beta, depth 1: 4 nodes, 8")
        page.get_by_label("quiz").check()
        expect(page.get_by_role("checkbox", name=re.compile("^leaf"))).to_have_count(3)


@pytest.mark.slow
def test_rolls_of_two_dice_are_drawn_and_too_many_are_refused_in_a_line(open_page: Open) -> None:
    page = open_page("backgammon", "31 8/5", mode="tree", settings={"treeSearch": "minimax", "treeDepth": 1})
    expect(page.locator(".summary")).to_contain_text("expectimax, depth 1: 89 nodes")
    expect(page.locator(".point.chance circle")).to_have_count(4)
    expect(page.locator(".share").first).to_have_text("1/36")
    page.get_by_label("depth").fill("4")
    page.get_by_label("depth").press("Enter")
    expect(page.locator(".inspector .error")).to_have_text(
        "expectimax visits more than 100,000 nodes at depth 4: take a smaller depth"
    )
