import type { jsPDF } from 'jspdf';
import { scaleLength } from '../../map/measure/scale-length.ts';
import type { PageLayout } from './page-layout.ts';
import type { Sheet } from './pdf-sheet.ts';
import { drawText } from './pdf-text.ts';
import type { PageContent } from './page-content.ts';

/** Pixels of the scale bar's own reckoning for one millimetre: its longest bar is some 38 mm. */
const pixelsPerMillimetre = 2.5;

/** Scale bar, north arrow, credits, date. */
export function drawFoot(sheet: Sheet, { foot, map }: PageLayout, content: PageContent): void {
  const { pdf, rtl } = sheet;
  /** Left of something so wide that stands so far from where reading begins. */
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
  drawNorth(pdf, from(50, 0), y - 0.5, picture.rotation);
  const dateWidth = 40;
  drawText(sheet, date, from(foot.width - dateWidth, dateWidth), y + 1, {
    size: 8,
    width: dateWidth,
    align: 'end',
    grey: true,
  });
  drawText(sheet, credits, foot.x, foot.y + foot.height - 1, { size: 7, width: foot.width, grey: true });
}

/** An arrow to the north of the map, which may be turned. */
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
