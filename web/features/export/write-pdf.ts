import robotoAddress from '@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf?url';
import { jsPDF } from 'jspdf';
import { drawFoot } from './pdf-foot.ts';
import { drawLegend } from './pdf-legend.ts';
import { drawText } from './pdf-text.ts';
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
  await useRoboto(pdf);
  pdf.setProperties({ title: content.title, creator: 'Mapping' });
  const { title, map } = layout;
  drawText(pdf, content.title, title.x, title.y + 6, { size: 16, width: title.width });
  pdf.addImage(content.picture.dataUrl, 'PNG', map.x, map.y, map.width, map.height, undefined, 'FAST');
  pdf.setDrawColor(120);
  pdf.setLineWidth(0.2);
  pdf.rect(map.x, map.y, map.width, map.height);
  if (layout.legend) drawLegend(pdf, layout.legend, content.legend);
  drawFoot(pdf, layout, content);
  return pdf.output('blob');
}

/** The standard fonts of PDF know no Cyrillic. The font is ours to give away with a file (Apache 2.0). */
async function useRoboto(pdf: jsPDF): Promise<void> {
  const bytes = new Uint8Array(await (await fetch(robotoAddress)).arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCodePoint(...bytes.subarray(at, at + 8192));
  pdf.addFileToVFS('Roboto.ttf', btoa(binary));
  pdf.addFont('Roboto.ttf', 'Roboto', 'normal');
  pdf.setFont('Roboto', 'normal');
}
