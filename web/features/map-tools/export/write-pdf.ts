import { jsPDF } from 'jspdf';
import type { LegendGroup } from '../../../map/export/legend.ts';
import type { Frame, PageLayout } from './page-layout.ts';
import { drawGrid, drawLocation, drawMapFrame, drawTiles, type PageMap } from './pdf-map.ts';
import { drawFoot, drawLegend, type FootContent } from './pdf-parts.ts';
import { addArabicFont, drawText, hasArabic, loadLetters, type Sheet, useFonts } from './pdf-text.ts';
import { drawTitleBlock, type TitleBlock } from './pdf-title-block.ts';

/** The content of a page. Texts are already in the user's language. */
export interface PageContent {
  title: string;
  /** As many as the layout has frames for. */
  maps: readonly PageMap[];
  locator?: PageMap | undefined;
  legend: readonly LegendGroup[];
  foot: FootContent;
  block?: TitleBlock | undefined;
}

/**
 * A PDF that is being written in the browser. Its text can be searched, copied and read by screen readers;
 * maps are images with a description.
 */
export interface PdfFile {
  /** @returns whether all of the legend had room */
  addPage(layout: PageLayout, content: PageContent): Promise<boolean>;
  finish(): Blob;
}

export async function createPdf(title: string, layout: PageLayout, language: string): Promise<PdfFile> {
  const format = [layout.width, layout.height];
  const orientation = layout.width > layout.height ? 'landscape' : 'portrait';
  const pdf = new jsPDF({ unit: 'mm', format, orientation, compress: true });
  pdf.setProperties({ title, creator: 'Mapping' });
  const sheet = await useFonts(pdf, layout.rtl, layout.zoom, language);
  let empty = true;
  return {
    async addPage(own, content) {
      if (!empty) pdf.addPage(format, orientation);
      empty = false;
      const words = wordsOf(content);
      if (words.some(hasArabic)) await addArabicFont(sheet);
      await loadLetters(words);
      return drawPage(sheet, own, content);
    },
    finish: () => pdf.output('blob'),
  };
}

function drawPage(sheet: Sheet, layout: PageLayout, content: PageContent): boolean {
  const { title, maps, captionHeight, legend, locator, block, foot } = layout;
  if (title)
    drawText(sheet, content.title, title.x, title.y + title.height / 2, {
      size: 16,
      width: title.width,
      tag: 'H1',
    });
  for (const [index, box] of maps.entries()) {
    const map = content.maps[index];
    if (!map) continue;
    const alt = [...new Set([content.title, map.title, map.scaleText])].filter(Boolean).join(', ');
    drawFigure(sheet, box, alt, () => {
      drawTiles(sheet, box, map);
      if (map.grid) drawGrid(sheet, box, map.grid);
    });
    drawMapFrame(sheet, box, map, captionHeight);
  }
  const [first] = content.maps;
  if (locator && content.locator && first) {
    const overview = content.locator;
    drawFigure(sheet, locator, [content.title, overview.scaleText].filter(Boolean).join(', '), () => {
      drawTiles(sheet, locator, overview);
      drawLocation(sheet, locator, overview.frame, first.frame);
    });
    drawMapFrame(sheet, locator, content.locator, 0);
  }
  const complete = !legend || drawLegend(sheet, legend, content.legend);
  if (block && content.block) drawTitleBlock(sheet, block, content.block);
  drawFoot(sheet, foot, content.foot);
  return complete;
}

/** Draws a map as one picture for screen readers. */
function drawFigure(sheet: Sheet, box: Frame, alt: string, draw: () => void): void {
  const points = 72 / 25.4;
  const height = sheet.pdf.internal.pageSize.getHeight();
  const edges = [box.x, height - box.y - box.height, box.x + box.width, height - box.y];
  sheet.tags.mark('Figure', draw, { alt, box: edges.map((edge) => Math.round(edge * points * 100) / 100) });
}

function wordsOf({ title, maps, legend, foot, block }: PageContent): string[] {
  return [
    title,
    foot.credits,
    foot.date,
    foot.scaleText,
    ...maps.flatMap((map) => [map.title, map.scaleText]),
    ...legend.flatMap((group) => [group.title, ...group.rows.map(({ label }) => label)]),
    ...(block ? [block.organisation, block.notes, ...block.facts.flat()] : []),
  ];
}
