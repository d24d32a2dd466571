// WCAG's contrast of each text of a picture with what is drawn below its left end, its middle and its right end, the least of the three.
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const linear = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const paint = (colour, alpha) => {
    if (colour === "none") return;
    canvas.globalAlpha = alpha;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
  };
  const luminance = () => {
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map(linear);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const svg = document.querySelector("svg");
  return [...svg.querySelectorAll("text")].map((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const written = getComputedStyle(text);
    const contrast = (share) => {
      const there = document.elementsFromPoint(left + share * (right - left), (top + bottom) / 2);
      const below = there.filter((each) => svg.contains(each) && each !== svg && each.tagName !== "text").reverse();
      for (const shape of below) {
        const style = getComputedStyle(shape);
        if (shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_PRECEDING) return 1; // it is covered
        paint(style.fill, style.fillOpacity * style.opacity);
      }
      const ground = luminance();
      paint(written.fill, written.fillOpacity * written.opacity);
      return ratio(luminance(), ground);
    };
    return [text.parentNode.getAttribute("class"), text.textContent, Math.min(...[0.15, 0.5, 0.85].map(contrast))];
  });
}
