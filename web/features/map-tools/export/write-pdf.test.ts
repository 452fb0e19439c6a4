import { readFile } from 'node:fs/promises';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { maxLegendRows } from '../../../map/export/legend.ts';
import { pageLayout } from './page-layout.ts';
import type { PageMap } from './pdf-map.ts';
import { createPdf } from './write-pdf.ts';

interface Node {
  role?: string;
  alt?: string;
  children?: Node[];
}

/** Roles with their descriptions, indented by depth. */
function outline({ role = '', alt, children = [] }: Node, depth = 0): string[] {
  const own = `${'  '.repeat(depth)}${role}${alt ? `: ${alt}` : ''}`;
  return [own, ...children.filter((child) => child.role).flatMap((child) => outline(child, depth + 1))];
}

/** Fonts are loaded from the packages' files. */
function serveFonts() {
  vi.stubGlobal('fetch', async (address: string) => {
    const bytes = await readFile(address.replace(/^\/@fs/, '').replace(/^(?=\/node_modules)/, process.cwd()));
    return new Response(bytes);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
}

const foot = {
  scale: 1000,
  scaleText: '1:1,000',
  rotation: 0,
  credits: 'OpenStreetMap',
  date: 'today',
  units: 'metric',
  length: ({ value, unit }: { value: number; unit: string }) => `${value} ${unit}`,
} as const;

it('writes a page that screen readers read in order', async () => {
  serveFonts();
  const layout = pageLayout({
    paper: 'a4',
    upright: false,
    template: 'plan',
    legend: true,
    locator: true,
    maps: 1,
  });
  const frame = {
    centre: { x: 0, y: 0, wkid: 3857 },
    stretch: { x: 1, y: 1 },
    scale: 1000,
    exact: true,
    rotation: 0,
    width: 100,
    height: 80,
  };
  const printed = { tiles: [], legend: { groups: [], missing: [] }, incomplete: false };
  const map: PageMap = { title: '', scaleText: '1:1,000', frame, printed };
  const pdf = await createPdf('Bus stops', layout, 'kk');
  await pdf.addPage(layout, {
    title: 'Bus stops',
    maps: [map],
    locator: { ...map, scaleText: '1:10,000' },
    legend: [{ title: 'Stops', rows: [{ label: 'Бекет', picture: undefined, width: 0, height: 0 }] }],
    foot,
    block: {
      logo: undefined,
      organisation: 'City',
      title: 'Bus stops',
      notes: 'Draft',
      facts: [['Scale', '1:1,000']],
    },
  });
  const data = new Uint8Array(await pdf.finish().arrayBuffer());
  const file = await getDocument({ data, verbosity: 0 }).promise;
  expect((await file.getMetadata()).info).toMatchObject({ Language: 'kk', Title: 'Bus stops' });
  const tree = (await (await file.getPage(1)).getStructTree()) as Node;
  expect(outline(tree)).toEqual([
    'Root',
    '  Document',
    '    Figure: Bus stops, 1:1,000',
    '    Figure: Bus stops, 1:10,000',
    '    H2',
    '    L',
    '      LI',
    '        LBody',
    '    P',
    '    H1',
    '    P',
    '    Table',
    '      TR',
    '        TH',
    '        TD',
    '    P',
    '    P',
    '    P',
    '    P',
  ]);
});

it.each([true, false])(
  'reports that a long legend has no room on the largest page (upright: %s)',
  async (upright) => {
    serveFonts();
    const layout = pageLayout({
      paper: 'a0',
      upright,
      template: 'page',
      legend: true,
      locator: false,
      maps: 1,
    });
    const pdf = await createPdf('Parcels', layout, 'en');
    const legendOf = (count: number) => {
      const row = { label: 'Class', picture: undefined, width: 0, height: 0 };
      return [{ title: 'Parcels', rows: Array.from({ length: count }, () => row) }];
    };
    const page = { title: 'Parcels', maps: [], foot };
    expect(await pdf.addPage(layout, { ...page, legend: legendOf(100) })).toBe(true);
    expect(await pdf.addPage(layout, { ...page, legend: legendOf(maxLegendRows) })).toBe(false);
  },
);
