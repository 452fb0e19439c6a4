import { jsPDF } from 'jspdf';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, it } from 'vitest';
import { PdfTags } from './pdf-tags.ts';

interface Node {
  role?: string;
  alt?: string;
  type?: string;
  children?: Node[];
}

/** A structure tree as nested lists: the role, a description, the parts. */
function outline({ role = '', alt, children = [] }: Node): unknown[] {
  return [role, ...(alt ? [alt] : []), ...children.filter((child) => child.role).map(outline)];
}

async function read(pdf: jsPDF) {
  return getDocument({ data: new Uint8Array(pdf.output('arraybuffer')), verbosity: 0 }).promise;
}

it('writes what each part of a page is, in reading order, with its language', async () => {
  const pdf = new jsPDF({ compress: true });
  const tags = new PdfTags(pdf, 'kk');
  tags.mark('H1', () => void pdf.text('Plan', 10, 10));
  tags.decorate(() => void pdf.rect(1, 1, 9, 9));
  // A map has texts of its own, which are part of its picture.
  tags.mark('Figure', () => tags.mark('P', () => void pdf.text('N', 20, 20)), {
    alt: 'Қала, 1:1 000',
    box: [0, 0, 100, 100],
  });
  tags.group('L', () => tags.group('LI', () => tags.mark('LBody', () => void pdf.text('Stops', 10, 30))));
  pdf.addPage();
  tags.mark('P', () => void pdf.text('More', 10, 10));

  const file = await read(pdf);
  expect(await file.getMarkInfo()).toMatchObject({ Marked: true });
  expect((await file.getMetadata()).info).toMatchObject({ Language: 'kk' });
  const trees = await Promise.all(
    [1, 2].map(async (number) => (await (await file.getPage(number)).getStructTree()) as Node),
  );
  expect(trees.map(outline)).toEqual([
    ['Root', ['Document', ['H1'], ['Figure', 'Қала, 1:1 000'], ['L', ['LI', ['LBody']]]]],
    ['Root', ['Document', ['P']]],
  ]);
});

it('leaves no content of a page unmarked', async () => {
  const pdf = new jsPDF();
  const tags = new PdfTags(pdf, 'en');
  tags.mark('H1', () => void pdf.text('Plan', 10, 10));
  tags.decorate(() => tags.decorate(() => void pdf.rect(1, 1, 9, 9)));
  const [, drawn = ''] = /stream\n([^]*?)endstream/.exec(pdf.output()) ?? [];
  const outside = drawn.replaceAll(/(?:BDC|BMC)[^]*?EMC/g, '');
  expect(outside).not.toMatch(/\b(?:Tj|re|Do)\b/);
  expect(drawn.match(/\b(?:BDC|BMC)\b/g)).toHaveLength(2);
});
