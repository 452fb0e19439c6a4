import type { jsPDF } from 'jspdf';

/** Millimetres of a point. */
const point = 25.4 / 72;
/** Letters the font has: Latin, Greek, Cyrillic with Kazakh, and the signs between words. */
const known =
  /^[\u0020-\u052F\u1E00-\u1EFF\u2000-\u206F\u20A0-\u20BF\u2100-\u214F\u2190-\u21FF\u2200-\u22FF]*$/u;

export interface TextStyle {
  /** Points. */
  size: number;
  /** Millimetres; what does not fit is cut with an ellipsis. */
  width: number;
  align?: 'left' | 'right';
  grey?: boolean;
}

/** Writes one line; `y` is its baseline. What the font has no letters for, such as Arabic, is drawn by the browser. */
export function drawText(pdf: jsPDF, text: string, x: number, y: number, style: TextStyle): void {
  if (known.test(text)) {
    pdf.setFontSize(style.size);
    pdf.setTextColor(style.grey ? 90 : 29);
    const line = fitted(text, (part) => pdf.getTextWidth(part), style.width);
    pdf.text(line, style.align === 'right' ? x + style.width : x, y, { align: style.align ?? 'left' });
  } else drawPicture(pdf, text, x, y, style);
}

/** As much of a text as fits. */
export function fitted(text: string, measure: (part: string) => number, width: number): string {
  if (measure(text) <= width) return text;
  const signs = [...text];
  let least = 0;
  let most = signs.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (measure(`${signs.slice(0, middle).join('').trimEnd()}…`) <= width) least = middle;
    else most = middle - 1;
  }
  return `${signs.slice(0, least).join('').trimEnd()}…`;
}

/** The browser shapes every script and knows its direction. */
function drawPicture(pdf: jsPDF, text: string, x: number, y: number, style: TextStyle): void {
  const density = 8;
  const pixels = style.size * density;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return;
  const font = `${pixels}px Roboto, "Noto Sans Arabic", sans-serif`;
  context.font = font;
  const room = (style.width / point) * density;
  const line = fitted(text, (part) => context.measureText(part).width, room);
  canvas.width = Math.ceil(Math.min(room, context.measureText(line).width)) + 2;
  canvas.height = Math.ceil(pixels * 1.5);
  context.font = font;
  context.fillStyle = style.grey ? '#5a5a5a' : '#1d1d1d';
  context.textBaseline = 'alphabetic';
  context.fillText(line, 1, pixels);
  const width = (canvas.width / density) * point;
  const height = (canvas.height / density) * point;
  const left = style.align === 'right' ? x + style.width - width : x;
  pdf.addImage(canvas.toDataURL('image/png'), 'PNG', left, y - style.size * point, width, height);
}
