import { jsPDF } from 'jspdf';
import { drawFoot } from './pdf-foot.ts';
import { drawLegend } from './pdf-legend.ts';
import { useFonts } from './pdf-sheet.ts';
import { drawText, hasArabic } from './pdf-text.ts';
import type { PageLayout } from './page-layout.ts';
import type { PageContent } from './page-content.ts';
export type { PageContent } from './page-content.ts';

/** A map page as a PDF, made in the browser. Its texts can be searched and copied; the map is a picture. */
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
