import { jsPDF } from 'jspdf';
import type { LegendGroup, LegendRow } from '../../../map/export/legend.ts';
import type { MapPicture } from '../../../map/map-picture/map-picture.ts';
import { type LengthInUnit, scaleLength, type UnitSystem } from '../../../map/measure/units.ts';
import type { Frame, PageLayout } from './page-layout.ts';
import { drawText, hasArabic, type Sheet, useFonts } from './pdf-text.ts';

/** Pixels of the scale bar's calculation per millimetre, so that the longest bar has about 38 mm. */
const pixelsPerMillimetre = 2.5;

/** Scale bar, north arrow, credits, date. */
function drawFoot(sheet: Sheet, { foot, map }: PageLayout, content: PageContent): void {
  const { pdf, rtl } = sheet;
  /** The left edge of an element of this width at this distance from the side where reading begins. */
  const from = (start: number, width: number) => (rtl ? foot.x + foot.width - start - width : foot.x + start);
  const { picture, scale, units, credits, date } = content;
  const metresPerMillimetre = (picture.metresPerPixel * picture.width) / map.width;
  const length = scaleLength(metresPerMillimetre / pixelsPerMillimetre, units);
  const y = foot.y + 5;
  if (length) {
    const width = length.pixels / pixelsPerMillimetre;
    pdf.setDrawColor(29);
    pdf.setLineWidth(0.4);
    pdf.lines(
      [
        [0, 2],
        [width, 0],
        [0, -2],
      ],
      from(0, width),
      y,
    );
    drawText(sheet, scale(length), from(1, 40), y + 1, { size: 8, width: 40 });
  }
  drawNorth(pdf, from(50, 0), y + 1, picture.rotation);
  const dateWidth = 40;
  drawText(sheet, date, from(foot.width - dateWidth, dateWidth), y + 1, {
    size: 8,
    width: dateWidth,
    align: 'end',
    grey: true,
  });
  drawText(sheet, credits, foot.x, foot.y + foot.height - 1, { size: 7, width: foot.width, grey: true });
}

/** Draws a north arrow for a map that may be rotated. */
function drawNorth(pdf: jsPDF, x: number, y: number, rotation: number): void {
  const turn = (rotation * Math.PI) / 180;
  const at = (dx: number, dy: number): [number, number] => [
    x + dx * Math.cos(turn) - dy * Math.sin(turn),
    y + dx * Math.sin(turn) + dy * Math.cos(turn),
  ];
  const [top, left, back, right] = [at(0, -4), at(-2, 3), at(0, 1.5), at(2, 3)];
  pdf.setDrawColor(29);
  pdf.setFillColor(29, 33, 28);
  pdf.setLineWidth(0.2);
  pdf.triangle(...top, ...left, ...back, 'FD');
  pdf.setFillColor(255, 255, 255);
  pdf.triangle(...top, ...right, ...back, 'FD');
  pdf.setFont('Roboto', 'normal');
  pdf.setFontSize(9);
  pdf.setTextColor(29);
  pdf.text('N', x + 4, y + 1.5);
}

const rowHeight = 6;
const symbolWidth = 8;
/** Legend images have twice the 96 pixels per inch of a screen. */
const millimetresPerPixel = 25.4 / 192;
const columnWidth = 58;

/** Draws as much of the legend as fits, in columns that begin at the side where reading begins. */
function drawLegend(sheet: Sheet, frame: Frame, groups: readonly LegendGroup[]): void {
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

/** Creates a PDF page of the map in the browser. Its text can be searched and copied; the map is an image. */
export async function writePdf(layout: PageLayout, content: PageContent): Promise<Blob> {
  const pdf = new jsPDF({
    unit: 'mm',
    format: [layout.width, layout.height],
    orientation: layout.width > layout.height ? 'landscape' : 'portrait',
    compress: true,
  });
  const words = [content.title, content.credits, content.date, ...wordsOf(content.legend)];
  const sheet = await useFonts(pdf, layout.rtl, words.some(hasArabic));
  pdf.setProperties({ title: content.title, creator: 'Mapping' });
  const { title, map } = layout;
  drawText(sheet, content.title, title.x, title.y + 6, { size: 16, width: title.width });
  pdf.addImage(content.picture.dataUrl, 'PNG', map.x, map.y, map.width, map.height, undefined, 'FAST');
  pdf.setDrawColor(120);
  pdf.setLineWidth(0.2);
  pdf.rect(map.x, map.y, map.width, map.height);
  if (layout.legend) drawLegend(sheet, layout.legend, content.legend);
  drawFoot(sheet, layout, content);
  return pdf.output('blob');
}

function wordsOf(legend: PageContent['legend']): string[] {
  return legend.flatMap(({ title, rows }) => [title, ...rows.map(({ label }) => label)]);
}

/** The content of a page. Texts are already in the user's language. */
export interface PageContent {
  title: string;
  picture: MapPicture;
  legend: readonly LegendGroup[];
  credits: string;
  date: string;
  /** Of the scale bar. */
  units: UnitSystem;
  scale: (length: LengthInUnit) => string;
}
