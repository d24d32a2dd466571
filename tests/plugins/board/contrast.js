// WCAG's contrast of each item of a picture: its role, that of its text with what is below it, that of its shape with the paper.
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const paper = getComputedStyle(document.querySelector(".paper")).fill;
  const linear = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const over = (...colours) => {
    for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map(linear);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const solid = (colour) => (colour === "none" ? "rgba(0, 0, 0, 0)" : colour);
  return [...document.querySelectorAll("g[class]")].map((group) => {
    const [shape, text] = [group.querySelector(":not(text)"), group.querySelector("text")];
    const style = shape && getComputedStyle(shape);
    const [fill, stroke] = shape ? [solid(style.fill), solid(style.stroke)] : ["rgba(0, 0, 0, 0)", "rgba(0, 0, 0, 0)"];
    const faint = style && Number(style.fillOpacity) < 1;
    const ground = faint || !shape || shape.tagName === "line" ? over(paper) : over(paper, fill);
    const plain = over(paper);
    return [group.getAttribute("class"), text ? ratio(over(getComputedStyle(text).fill), ground) : 21,
      shape ? Math.max(ratio(over(paper, fill), plain), ratio(over(paper, stroke), plain)) : 21];
  });
}
