import type { GridLine } from '../../../map/print/grid-lines.ts';
import { correction, type PrintFrame, toPaper, fromPaper } from '../../../map/print/print-frame.ts';
import type { PrintedMap } from '../../../map/print/print.ts';
import type { Frame } from './page-layout.ts';
import { drawText, type Sheet } from './pdf-text.ts';

export interface PageMap {
  /** Shown above the map if the page has several. */
  title: string;
  scaleText: string;
  frame: PrintFrame;
  printed: PrintedMap;
  grid?: { lines: readonly GridLine[]; label: (line: GridLine) => string } | undefined;
}

const points = 72 / 25.4;

/** Draws the tiles of a map, corrected so that its scale is exact, and cut off at its frame. */
export function drawTiles(sheet: Sheet, box: Frame, { frame, printed }: PageMap): void {
  const { pdf } = sheet;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const { a, b, d } = correction(frame);
  // In points from the lower left corner of the page, as the PDF's own coordinates.
  const [x, y] = [middle.x * points, (pdf.internal.pageSize.getHeight() - middle.y) * points];
  pdf.saveGraphicsState();
  pdf.rect(box.x, box.y, box.width, box.height, null);
  pdf.clip();
  pdf.discardPath();
  pdf.setCurrentTransformationMatrix(pdf.Matrix(a, b, b, d, x - a * x - b * y, y - b * x - d * y));
  for (const { jpeg, ...tile } of printed.tiles)
    pdf.addImage(jpeg, 'JPEG', middle.x + tile.x, middle.y + tile.y, tile.width, tile.height);
  pdf.restoreGraphicsState();
}

/** Draws the lines of a coordinate grid, with their coordinates at the edges of the map. */
export function drawGrid(sheet: Sheet, box: Frame, grid: NonNullable<PageMap['grid']>): void {
  const { pdf, zoom } = sheet;
  pdf.setDrawColor(90);
  pdf.setLineWidth(0.1 * zoom);
  for (const { parts } of grid.lines)
    for (const [start, ...others] of parts) {
      if (start) pdf.lines(stepsFrom(start, others), box.x + start.x, box.y + start.y);
    }
  for (const line of grid.lines) labelLine(sheet, box, line, grid.label(line));
}

interface PaperPoint {
  x: number;
  y: number;
}

/** From each point to the next, as jsPDF takes lines. */
function stepsFrom(start: PaperPoint, others: readonly PaperPoint[]): [number, number][] {
  return others.map(({ x, y }, index) => {
    const from = others[index - 1] ?? start;
    return [x - from.x, y - from.y];
  });
}

/** Writes the coordinate of a line where it leaves the map: at the left for rows, at the bottom for columns. */
function labelLine(sheet: Sheet, box: Frame, { axis, parts }: GridLine, label: string): void {
  const { pdf, zoom } = sheet;
  const ends = parts.flatMap((part) => [part[0], part.at(-1)]).filter((point) => point !== undefined);
  const end = axis === 'x' ? ends.find(({ y }) => y > box.height - 0.01) : ends.find(({ x }) => x < 0.01);
  if (!end) return;
  pdf.setFont('Roboto', 'normal');
  pdf.setFontSize(6 * zoom);
  const [width, height] = [pdf.getTextWidth(label) + zoom, 2.6 * zoom];
  const left = axis === 'x' ? end.x - width / 2 : 0;
  const top = axis === 'x' ? box.height - height : end.y - height / 2;
  if (left < 0 || top < 0 || left + width > box.width || top + height > box.height) return;
  pdf.setFillColor(255, 255, 255);
  pdf.rect(box.x + left, box.y + top, width, height, 'F');
  pdf.setTextColor(29);
  pdf.text(label, box.x + left + zoom / 2, box.y + top + 2 * zoom);
}

/** Draws the frame of a map, and its caption. */
export function drawMapFrame(sheet: Sheet, box: Frame, map: PageMap, captionHeight: number): void {
  const { pdf, zoom } = sheet;
  pdf.setDrawColor(120);
  pdf.setLineWidth(0.2 * zoom);
  sheet.tags.decorate(() => void pdf.rect(box.x, box.y, box.width, box.height));
  if (captionHeight === 0) return;
  const y = box.y - captionHeight * 0.3;
  const scaleWidth = 24 * zoom;
  const texts = box.width - scaleWidth;
  drawText(sheet, map.title, sheet.rtl ? box.x + scaleWidth : box.x, y, { size: 9, width: texts });
  drawText(sheet, map.scaleText, sheet.rtl ? box.x : box.x + texts, y, {
    size: 8,
    width: scaleWidth,
    align: 'end',
    grey: true,
  });
}

/** Marks on a locator map what the page's first map shows. */
export function drawLocation(sheet: Sheet, box: Frame, locator: PrintFrame, shown: PrintFrame): void {
  const { pdf, zoom } = sheet;
  const corners = [
    { x: 0, y: 0 },
    { x: shown.width, y: 0 },
    { x: shown.width, y: shown.height },
    { x: 0, y: shown.height },
  ].map((corner) => toPaper(locator, fromPaper(shown, corner)));
  const [first, ...others] = corners;
  if (!first) return;
  pdf.setDrawColor(200, 0, 0);
  pdf.setLineWidth(0.5 * zoom);
  pdf.lines(stepsFrom(first, others), box.x + first.x, box.y + first.y, [1, 1], 'S', true);
}
