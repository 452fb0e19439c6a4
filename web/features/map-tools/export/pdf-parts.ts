import type { LegendGroup, LegendRow } from '../../../map/export/legend.ts';
import { type LengthInUnit, scaleLength, type UnitSystem } from '../../../map/measure/units.ts';
import type { Frame } from './page-layout.ts';
import { drawText, type Sheet } from './pdf-text.ts';

/** Pixels of the scale bar's calculation per millimetre, so that the longest bar has about 38 mm. */
const pixelsPerMillimetre = 2.5;

export interface FootContent {
  /** Denominator of the scale; undefined where there is no single one. */
  scale: number | undefined;
  /** The scale as a text, such as 1:1,000. */
  scaleText: string;
  rotation: number;
  credits: string;
  date: string;
  /** Of the scale bar. */
  units: UnitSystem;
  length: (length: LengthInUnit) => string;
}

/** Scale bar, scale, north arrow, date and credits. */
export function drawFoot(sheet: Sheet, foot: Frame, content: FootContent): void {
  const { pdf, rtl, zoom } = sheet;
  /** The left edge of an element of this width at this distance from the side where reading begins. */
  const from = (start: number, width: number) => (rtl ? foot.x + foot.width - start - width : foot.x + start);
  const y = foot.y + 5 * zoom;
  const bar =
    content.scale && scaleLength((content.scale * zoom) / 1000 / pixelsPerMillimetre, content.units);
  if (bar) {
    const width = (bar.pixels / pixelsPerMillimetre) * zoom;
    pdf.setDrawColor(29);
    pdf.setLineWidth(0.4 * zoom);
    sheet.tags.decorate(() => {
      pdf.lines(
        [
          [0, 2 * zoom],
          [width, 0],
          [0, -2 * zoom],
        ],
        from(0, width),
        y,
      );
    });
    drawText(sheet, content.length(bar), from(zoom, 40 * zoom), y + zoom, { size: 8, width: 40 * zoom });
  }
  sheet.tags.decorate(() => drawNorth(sheet, from(50 * zoom, 0), y + 1.5 * zoom, content.rotation));
  const text = (words: string, start: number, width: number, align: 'start' | 'end') =>
    drawText(sheet, words, from(start, width), y + zoom, { size: 8, width, align, grey: true });
  text(content.scaleText, 62 * zoom, 40 * zoom, 'start');
  text(content.date, foot.width - 40 * zoom, 40 * zoom, 'end');
  drawText(sheet, content.credits, foot.x, foot.y + foot.height - zoom, {
    size: 7,
    width: foot.width,
    grey: true,
  });
}

/** Draws a north arrow for a map that may be rotated. */
function drawNorth({ pdf, zoom }: Sheet, x: number, y: number, rotation: number): void {
  const turn = (rotation * Math.PI) / 180;
  const at = (dx: number, dy: number): [number, number] => [
    x + (dx * Math.cos(turn) - dy * Math.sin(turn)) * zoom,
    y + (dx * Math.sin(turn) + dy * Math.cos(turn)) * zoom,
  ];
  const [top, left, back, right] = [at(0, -4), at(-2, 3), at(0, 1.5), at(2, 3)];
  pdf.setDrawColor(29);
  pdf.setFillColor(29, 33, 28);
  pdf.setLineWidth(0.2 * zoom);
  pdf.triangle(...top, ...left, ...back, 'FD');
  pdf.setFillColor(255, 255, 255);
  pdf.triangle(...top, ...right, ...back, 'FD');
  pdf.setFont('Roboto', 'normal');
  pdf.setFontSize(9 * zoom);
  pdf.setTextColor(29);
  pdf.text('N', x + 4 * zoom, y + 1.5 * zoom);
}

const rowHeight = 6;
const symbolWidth = 8;
/** Legend images have twice the 96 pixels per inch of a screen. */
const millimetresPerPixel = 25.4 / 192;
const columnWidth = 58;

/** Factors by which a legend is drawn smaller until all of it fits. */
const shrinks = [1, 0.85, 0.7, 0.6, 0.5];

/**
 * Draws the legend in columns that begin at the side where reading begins, smaller if it is long.
 * @returns false if rows at the end had no room
 */
export function drawLegend(sheet: Sheet, frame: Frame, groups: readonly LegendGroup[]): boolean {
  const sizes = shrinks.map((shrink) => ({ ...sheet, zoom: sheet.zoom * shrink }));
  const fits = (own: Sheet) => places(own, frame, groups).complete;
  const own = sizes.find(fits) ?? sizes.at(-1) ?? sheet;
  const { placed, width, complete } = places(own, frame, groups);
  for (const { title, x, y, rows } of placed) {
    if (title) drawText(own, title, x, y + 4 * own.zoom, { size: 9, width, tag: 'H2' });
    if (rows.length > 0)
      sheet.tags.group('L', () => {
        for (const { row, x: left, y: top } of rows)
          sheet.tags.group('LI', () => drawRow(own, row, left, top, width));
      });
  }
  return complete;
}

/** Where the parts of a legend are on paper, as far as there is room. */
function places({ rtl, zoom }: Sheet, frame: Frame, groups: readonly LegendGroup[]) {
  const width = Math.min(columnWidth * zoom, frame.width);
  const height = rowHeight * zoom;
  const placed: { title: string; x: number; y: number; rows: { row: LegendRow; x: number; y: number }[] }[] =
    [];
  let x = rtl ? frame.x + frame.width - width : frame.x;
  let { y } = frame;
  const room = (needed: number): boolean => {
    if (y + needed <= frame.y + frame.height) return true;
    x += (rtl ? -1 : 1) * (width + 4 * zoom);
    y = frame.y;
    return x >= frame.x - 0.1 && x + width <= frame.x + frame.width + 0.1;
  };
  for (const group of groups) {
    // The only symbol of a layer often has its title, which is not written twice.
    const title = group.rows.length === 1 && group.rows[0]?.label === group.title ? '' : group.title;
    const above = title ? height : 0;
    if (!room(above + height)) return { placed, width, complete: false };
    const rows: (typeof placed)[number]['rows'] = [];
    placed.push({ title, x, y, rows });
    y += above;
    for (const row of group.rows) {
      if (!room(height)) return { placed, width, complete: false };
      rows.push({ row, x, y });
      y += height;
    }
    y += 2 * zoom;
  }
  return { placed, width, complete: true };
}

function drawRow(
  sheet: Sheet,
  { label, picture, width, height }: LegendRow,
  x: number,
  y: number,
  room: number,
): void {
  const { zoom } = sheet;
  const [row, symbol] = [rowHeight * zoom, symbolWidth * zoom];
  if (picture) {
    const [w, h] = [width * millimetresPerPixel, height * millimetresPerPixel];
    const shrink = Math.min(1, symbol / w, (row - zoom) / h);
    const left = sheet.rtl ? x + room - symbol : x;
    const place = [
      left + (symbol - w * shrink) / 2,
      y + (row - h * shrink) / 2,
      w * shrink,
      h * shrink,
    ] as const;
    sheet.tags.decorate(() => void sheet.pdf.addImage(picture, 'PNG', ...place));
  }
  drawText(sheet, label, sheet.rtl ? x : x + symbol + 2 * zoom, y + row / 2 + zoom, {
    size: 8,
    width: room - symbol - 2 * zoom,
    tag: 'LBody',
  });
}
