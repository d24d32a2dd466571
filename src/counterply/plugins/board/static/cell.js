// The board in a notebook's cell: it shows the state that Python sends, and says what was touched or chosen.

const SVG = "http://www.w3.org/2000/svg";

function button(text, ask, model) {
  const made = document.createElement("button");
  made.textContent = text;
  made.addEventListener("click", () => model.send({ ask }));
  return made;
}

function target({ touch, label, box, marked }, model) {
  const rect = document.createElementNS(SVG, "rect");
  const [x, y, width, height] = box;
  const stroke = marked ? "#d55e00" : "none";
  for (const [name, value] of Object.entries({ x, y, width, height, stroke, tabindex: 0, role: "button", "aria-label": label })) {
    rect.setAttribute(name, value);
  }
  rect.dataset.touch = touch;
  rect.style.cssText = "fill: transparent; stroke-width: 3; cursor: pointer";
  rect.addEventListener("click", () => model.send({ touch }));
  rect.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      model.send({ touch });
    }
  });
  return rect;
}

function chooser(moves, model) {
  const select = document.createElement("select");
  select.setAttribute("aria-label", "move");
  for (const text of ["move ...", ...moves]) select.add(new Option(text));
  select.addEventListener("change", () => select.selectedIndex && model.send({ move: select.value }));
  return select;
}

function render({ model, el }) {
  function show() {
    const { svg, targets, moves, note } = model.get("state");
    const focused = el.contains(document.activeElement) ? document.activeElement.dataset.touch : undefined;
    const picture = document.createElement("div");
    picture.innerHTML = svg; // made by Counterply, with all text escaped
    picture.firstElementChild.append(...targets.map((each) => target(each, model)));
    const row = document.createElement("div");
    const said = document.createElement("span");
    said.setAttribute("role", "status");
    said.textContent = ` ${note}`;
    row.append(chooser(moves, model), button("take back", "undo", model), button("new game", "new", model), said);
    el.replaceChildren(picture, row);
    if (focused !== undefined) el.querySelector(`[data-touch="${CSS.escape(focused)}"]`)?.focus();
  }
  model.on("change:state", show);
  show();
}

export default { render };
