import arabicAddress from '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf?url';
import robotoAddress from '@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf?url';
import type { jsPDF } from 'jspdf';
import { withoutIsolates } from '../../../../wire/languages.ts';
import { type PdfTag, PdfTags } from './pdf-tags.ts';
import { textFonts } from '../../../../wire/script-fonts.ts';

/** Millimetres per point. */
const point = 25.4 / 72;
const arabicFont = 'Noto Sans Arabic';
/** Characters of the font: Latin, Greek, Cyrillic with Kazakh, and punctuation without isolates, which only the browser understands. */
const known =
  /^[\u0020-\u052F\u1E00-\u1EFF\u2000-\u2065\u206A-\u206F\u20A0-\u20BF\u2100-\u214F\u2190-\u21FF\u2200-\u22FF]*$/u;

export interface TextStyle {
  /** In points, on paper of ordinary size. */
  size: number;
  /** In millimetres; longer text is truncated with an ellipsis. */
  width: number;
  /** Default: the side where reading begins. */
  align?: 'start' | 'end';
  grey?: boolean;
  /** What the text is, for screen readers; a paragraph by default. */
  tag?: PdfTag;
}

/**
 * Writes one line; `x` is the left edge of its space and `y` its baseline. Text with characters that the font
 * lacks, such as Arabic, is drawn by the browser as an image, under invisible text that can be searched and
 * copied.
 */
export function drawText(sheet: Sheet, text: string, x: number, y: number, style: TextStyle): void {
  const { pdf, rtl, zoom } = sheet;
  const atRight = (style.align === 'end') !== rtl;
  const tag = style.tag ?? 'P';
  if (!known.test(text))
    return sheet.tags.mark(tag, () => drawPicture(sheet, text, x, y, style, atRight), { actual: text });
  pdf.setFont('Roboto', 'normal');
  pdf.setFontSize(style.size * zoom);
  pdf.setTextColor(style.grey ? 90 : 29);
  const line = fitted(text, (part) => pdf.getTextWidth(part), style.width);
  // What is cut off on paper can be read.
  const whole = line === text ? {} : { actual: text };
  sheet.tags.mark(
    tag,
    () => pdf.text(line, atRight ? x + style.width : x, y, { align: atRight ? 'right' : 'left' }),
    whole,
  );
}

/** Truncates a text to the available width. */
export function fitted(text: string, measure: (part: string) => number, width: number): string {
  if (measure(text) <= width) return text;
  // What people see as one character is not cut.
  const signs = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  let min = 0;
  let max = signs.length;
  while (min < max) {
    const middle = Math.ceil((min + max) / 2);
    if (measure(`${signs.slice(0, middle).join('').trimEnd()}…`) <= width) min = middle;
    else max = middle - 1;
  }
  return `${signs.slice(0, min).join('').trimEnd()}…`;
}

/** Draws text in the browser, which shapes every script and applies its direction. */
function drawPicture(
  sheet: Sheet,
  text: string,
  x: number,
  y: number,
  style: TextStyle,
  atRight: boolean,
): void {
  const density = 8;
  const size = style.size * sheet.zoom;
  const pixels = size * density;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return;
  const font = `${pixels}px ${sheet.arabic ? `"${arabicFont}", ` : ''}${textFonts}, sans-serif`;
  context.font = font;
  const room = (style.width / point) * density;
  const line = fitted(text, (part) => context.measureText(part).width, room);
  const letters = context.measureText(line);
  canvas.width = Math.ceil(Math.min(room, letters.width)) + 2;
  // Vowel signs and stacked consonants are higher and deeper than the letters of most scripts.
  const above = Math.ceil(Math.max(pixels, letters.actualBoundingBoxAscent + 1));
  canvas.height = above + Math.ceil(Math.max(pixels / 2, letters.actualBoundingBoxDescent + 1));
  context.font = font;
  context.fillStyle = style.grey ? '#5a5a5a' : '#1d1d1d';
  context.textBaseline = 'alphabetic';
  context.direction = sheet.rtl ? 'rtl' : 'ltr';
  context.textAlign = 'left';
  context.fillText(line, 1, above);
  const width = (canvas.width / density) * point;
  const height = (canvas.height / density) * point;
  const left = atRight ? x + style.width - width : x;
  sheet.pdf.addImage(
    canvas.toDataURL('image/png'),
    'PNG',
    left,
    y - (above / density) * point,
    width,
    height,
  );
  if (sheet.arabic) layText(sheet, withoutIsolates(line), { left, width, y, size });
}

/** Writes the invisible text over an image, run by run in reading order. */
function layText(
  { pdf, rtl }: Sheet,
  line: string,
  place: { left: number; width: number; y: number; size: number },
): void {
  let at = rtl ? place.left + place.width : place.left;
  pdf.setFontSize(place.size);
  for (const { text, arabic } of scriptRuns(line)) {
    pdf.setFont(arabic ? arabicFont : 'Roboto', 'normal');
    pdf.text(text, at, place.y, { align: rtl ? 'right' : 'left', renderingMode: 'invisible' });
    at += (rtl ? -1 : 1) * pdf.getTextWidth(text);
  }
}

const arabicRun = /[\u0600-\u06FF\u0750-\u077F\u08A0-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]+/u;

/** Splits a text into Arabic and other runs; spaces between Arabic letters and digits belong to their run. */
export function scriptRuns(text: string): { text: string; arabic: boolean }[] {
  const joined = new RegExp(`(${arabicRun.source}(?:\\s+${arabicRun.source})*)`, 'u');
  return text
    .split(joined)
    .map((part, at) => ({ text: part, arabic: at % 2 === 1 }))
    .filter((run) => run.text !== '');
}

export function hasArabic(text: string): boolean {
  return arabicRun.test(text);
}

/** A page that is being written. */
export interface Sheet {
  pdf: jsPDF;
  /** Whether text runs from right to left. */
  rtl: boolean;
  /** Factor of texts and lines. */
  zoom: number;
  /** Whether a font with Arabic letters has been added. */
  arabic: boolean;
  tags: PdfTags;
}

/**
 * Adds a font to a PDF: the standard fonts of PDF have neither Cyrillic nor Arabic letters. The licences of
 * these fonts (Apache 2.0, OFL 1.1) allow embedding.
 */
export async function useFonts(pdf: jsPDF, rtl: boolean, zoom: number, language: string): Promise<Sheet> {
  await addFont(pdf, 'Roboto', robotoAddress);
  pdf.setFont('Roboto', 'normal');
  return { pdf, rtl, zoom, arabic: false, tags: new PdfTags(pdf, language) };
}

/** Loads what the browser needs to draw texts with letters that the PDF's font lacks. */
export async function loadLetters(texts: readonly string[]): Promise<void> {
  const foreign = texts.filter((text) => !known.test(text)).join('');
  // Without them the browser draws what its computer has.
  if (foreign) await document.fonts.load(`16px ${textFonts}`, foreign).catch(() => {});
}

/** Whether the page has the font with Arabic letters. */
let hasArabicFace = false;

/** Adds the font with Arabic letters, once, for texts that need it. */
export async function addArabicFont(sheet: Sheet): Promise<void> {
  if (sheet.arabic) return;
  const bytes = await addFont(sheet.pdf, arabicFont, arabicAddress);
  // Images have the letters of the invisible text above them; Latin letters are Roboto's.
  const unicodeRange = 'U+600-6FF, U+750-77F, U+8A0-8FF, U+FB50-FDFF, U+FE70-FEFC';
  if (!hasArabicFace) document.fonts.add(await new FontFace(arabicFont, bytes, { unicodeRange }).load());
  hasArabicFace = true;
  sheet.arabic = true;
}

async function addFont(pdf: jsPDF, name: string, address: string): Promise<ArrayBuffer> {
  const buffer = await (await fetch(address)).arrayBuffer();
  const bytes = new Uint8Array(buffer);
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCodePoint(...bytes.subarray(at, at + 8192));
  pdf.addFileToVFS(`${name}.ttf`, btoa(binary));
  pdf.addFont(`${name}.ttf`, name, 'normal');
  return buffer;
}
