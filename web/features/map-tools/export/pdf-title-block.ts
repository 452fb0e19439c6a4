import type { Frame } from './page-layout.ts';
import { drawText, type Sheet } from './pdf-text.ts';

/** The logo of the organisation. */
export interface LogoPicture {
  /** `data:image/png;base64,…` */
  dataUrl: string;
  width: number;
  height: number;
}

export interface TitleBlock {
  logo: LogoPicture | undefined;
  organisation: string;
  title: string;
  notes: string;
  /** Label and value: scale, date, author, sheet, coordinate system. */
  facts: readonly (readonly [label: string, value: string])[];
}

const padding = 2;

/** Draws a title block: logo and organisation, title and notes, then a table of facts. */
export function drawTitleBlock(sheet: Sheet, box: Frame, block: TitleBlock): void {
  const { pdf, rtl, zoom } = sheet;
  const [pad, width] = [padding * zoom, box.width - 2 * padding * zoom];
  const line = (y: number) => sheet.tags.decorate(() => void pdf.line(box.x, y, box.x + box.width, y));
  pdf.setDrawColor(29);
  pdf.setLineWidth(0.3 * zoom);
  sheet.tags.decorate(() => void pdf.rect(box.x, box.y, box.width, box.height));
  pdf.setLineWidth(0.1 * zoom);

  const head = 12 * zoom;
  const logo = block.logo && drawLogo(sheet, box, block.logo, head - 2 * pad);
  const used = logo ? logo + pad : 0;
  drawText(sheet, block.organisation, rtl ? box.x + pad : box.x + pad + used, box.y + head / 2 + zoom, {
    size: 8,
    width: width - used,
  });
  line(box.y + head);

  drawText(sheet, block.title, box.x + pad, box.y + head + 6 * zoom, { size: 12, width, tag: 'H1' });
  const lines = linesOf(sheet, block.notes, width, 8);
  // The last line is truncated with an ellipsis.
  const notes = [...lines.slice(0, 2), lines.slice(2).join(' ')].filter(Boolean);
  for (const [index, words] of notes.entries())
    drawText(sheet, words, box.x + pad, box.y + head + (11 + index * 3.6) * zoom, {
      size: 8,
      width,
      grey: true,
    });

  const rows = block.facts.length;
  const row = 6 * zoom;
  let y = box.y + box.height - rows * row;
  const labelWidth = width * 0.42;
  const fact = (label: string, value: string) => {
    const base = y + row / 2 + zoom;
    drawText(sheet, label, rtl ? box.x + box.width - pad - labelWidth : box.x + pad, base, {
      size: 7,
      width: labelWidth,
      grey: true,
      tag: 'TH',
    });
    drawText(sheet, value, rtl ? box.x + pad : box.x + pad + labelWidth, base, {
      size: 8,
      width: width - labelWidth,
      tag: 'TD',
    });
  };
  sheet.tags.group('Table', () => {
    for (const [label, value] of block.facts) {
      line(y);
      sheet.tags.group('TR', () => fact(label, value));
      y += row;
    }
  });
}

function drawLogo({ pdf, rtl, zoom, tags }: Sheet, box: Frame, logo: LogoPicture, height: number): number {
  const pad = padding * zoom;
  const width = Math.min((logo.width / logo.height) * height, box.width / 3);
  const drawn = (width / logo.width) * logo.height;
  const x = rtl ? box.x + box.width - pad - width : box.x + pad;
  // The name of the organisation is beside it.
  const y = box.y + pad + (height - drawn) / 2;
  tags.decorate(() => void pdf.addImage(logo.dataUrl, 'PNG', x, y, width, drawn));
  return width;
}

/** Breaks a text into lines at spaces. */
function linesOf({ pdf, zoom }: Sheet, text: string, width: number, size: number): string[] {
  pdf.setFont('Roboto', 'normal');
  pdf.setFontSize(size * zoom);
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && pdf.getTextWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
