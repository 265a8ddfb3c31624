// The board as a picture: what the style sheets say of it is written into the drawing, which then stands alone.

const SCALE = 2;
const looks = ['fill', 'fill-opacity', 'stroke', 'stroke-opacity', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'opacity', 'color', 'display', 'visibility', 'transform', 'font', 'text-anchor'];

// The drawing as SVG.
export const svgOf = ({ svg }) => {
  const copy = svg.cloneNode(true);
  const originals = [svg, ...svg.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll('*')].forEach((element, at) => {
    const style = getComputedStyle(originals[at]);
    // A hidden part hides all in it; the rest of its looks do not matter.
    if (style.display !== 'none') for (const name of looks) if (name !== 'transform' || style.transform !== 'none') element.style.setProperty(name, style.getPropertyValue(name));
    if (style.display === 'none') element.style.display = 'none';
    element.style.transition = 'none';
  });
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  copy.removeAttribute('aria-hidden');
  return new XMLSerializer().serializeToString(copy);
};

// The same as a PNG, twice as large.
export const pngOf = async (board) => {
  const { width, height } = board.svg.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(board))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: SCALE * width, height: SCALE * height });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
};
