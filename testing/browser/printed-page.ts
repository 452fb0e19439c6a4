import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A matrix of PDF: x' = a·x + c·y + e, y' = b·x + d·y + f. */
type Matrix = readonly [number, number, number, number, number, number];

const millimetresPerPoint = 25.4 / 72;

/** `inner` applied first. */
function combine(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [a2, b2, c2, d2, e2, f2] = inner;
  return [
    a * a2 + c * b2,
    b * a2 + d * b2,
    a * c2 + c * d2,
    b * c2 + d * d2,
    a * e2 + c * f2 + e,
    b * e2 + d * f2 + f,
  ];
}

interface PdfPicture {
  width: number;
  height: number;
  /** 3 or 4 bytes a pixel. */
  data: Uint8ClampedArray;
}

/** A picture of a page, and where it is in millimetres from the lower left corner. */
export interface PagePicture extends PdfPicture {
  /** The place of a pixel, in millimetres. */
  place: (x: number, y: number) => { x: number; y: number };
}

/** A page of a PDF file as a printer sees it: its size in millimetres, its texts and its pictures. */
export async function readPage(bytes: Buffer, number = 1) {
  const pdf = await getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    isOffscreenCanvasSupported: false,
  }).promise;
  const page = await pdf.getPage(number);
  const [, , width = 0, height = 0] = page.view;
  const { items } = await page.getTextContent();
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures: PagePicture[] = [];
  const saved: Matrix[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  for (const [index, operation] of fnArray.entries()) {
    const args = argsArray[index] as unknown[];
    if (operation === OPS.save) saved.push(matrix);
    if (operation === OPS.restore) matrix = saved.pop() ?? matrix;
    if (operation === OPS.transform) matrix = combine(matrix, args as unknown as Matrix);
    if (operation !== OPS.paintImageXObject) continue;
    // Objects of a page arrive after its operations.
    // oxlint-disable-next-line no-await-in-loop
    const picture = await new Promise<PdfPicture>((resolve) => {
      page.objs.get(String(args[0]), resolve);
    });
    const [a, b, c, d, e, f] = matrix;
    pictures.push({
      ...picture,
      place: (x, y) => {
        const [u, v] = [x / picture.width, 1 - y / picture.height];
        return {
          x: (a * u + c * v + e) * millimetresPerPoint,
          y: (b * u + d * v + f) * millimetresPerPoint,
        };
      },
    });
  }
  return {
    pages: pdf.numPages,
    size: [width, height].map((length) => Math.round(length * millimetresPerPoint)),
    text: items.map((item) => ('str' in item ? item.str : '')).join('\n'),
    pictures,
  };
}

/** The middle of the pixels of a colour in all pictures, in millimetres; undefined if there are none. */
export function middleOfColour(
  pictures: readonly PagePicture[],
  isColour: (red: number, green: number, blue: number) => boolean,
): { x: number; y: number } | undefined {
  let [x, y, count] = [0, 0, 0];
  for (const { width, height, data, place } of pictures) {
    const bytes = data.length / (width * height);
    for (let at = 0; at < width * height; at++) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at * bytes, at * bytes + 3);
      if (!isColour(red, green, blue)) continue;
      const point = place((at % width) + 0.5, Math.floor(at / width) + 0.5);
      x += point.x;
      y += point.y;
      count++;
    }
  }
  return count > 0 ? { x: x / count, y: y / count } : undefined;
}
