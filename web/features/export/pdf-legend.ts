import type { LegendGroup, LegendRow } from '../../map/export/legend.ts';
import type { Frame } from './page-layout.ts';
import type { Sheet } from './pdf-sheet.ts';
import { drawText } from './pdf-text.ts';

const rowHeight = 6;
const symbolWidth = 8;
/** Legend pictures have two pixels for each of a screen's 96 an inch. */
const millimetresPerPixel = 25.4 / 192;
const columnWidth = 58;

/** Draws as much of the legend as fits, in columns, the first where reading begins. */
export function drawLegend(sheet: Sheet, frame: Frame, groups: readonly LegendGroup[]): void {
  const width = Math.min(columnWidth, frame.width);
  const { rtl } = sheet;
  let x = rtl ? frame.x + frame.width - width : frame.x;
  let y = frame.y;
  const room = (height: number): boolean => {
    if (y + height <= frame.y + frame.height) return true;
    x += (rtl ? -1 : 1) * (width + 4);
    y = frame.y;
    return x >= frame.x - 0.1 && x + width <= frame.x + frame.width + 0.1;
  };
  for (const { title, rows } of groups) {
    if (!room(rowHeight * 2)) return;
    drawText(sheet, title, x, y + 4, { size: 9, width });
    y += rowHeight;
    for (const row of rows) {
      if (!room(rowHeight)) return;
      drawRow(sheet, row, x, y, width);
      y += rowHeight;
    }
    y += 2;
  }
}

function drawRow(
  sheet: Sheet,
  { label, picture, width, height }: LegendRow,
  x: number,
  y: number,
  room: number,
): void {
  if (picture) {
    const shrink = Math.min(
      1,
      symbolWidth / (width * millimetresPerPixel),
      (rowHeight - 1) / (height * millimetresPerPixel),
    );
    const [w, h] = [width * millimetresPerPixel * shrink, height * millimetresPerPixel * shrink];
    const left = sheet.rtl ? x + room - symbolWidth : x;
    sheet.pdf.addImage(picture, 'PNG', left + (symbolWidth - w) / 2, y + (rowHeight - h) / 2, w, h);
  }
  drawText(sheet, label, sheet.rtl ? x : x + symbolWidth + 2, y + rowHeight / 2 + 1, {
    size: 8,
    width: room - symbolWidth - 2,
  });
}
