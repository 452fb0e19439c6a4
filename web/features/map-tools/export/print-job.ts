import { MappingError } from '../../../../wire/errors.ts';
import type { DrawingLabels, LegendGroup } from '../../../map/export/legend.ts';
import type { MapModel } from '../../../map/map-model.ts';
import type { LengthInUnit, UnitSystem } from '../../../map/measure/units.ts';
import { gridLabel, type GridLine } from '../../../map/print/grid-lines.ts';
import { locatorOf, millimetresPerInch, type PrintFrame } from '../../../map/print/print-frame.ts';
import {
  maxDots,
  openPrint,
  type PrintedMap,
  type PrintDensity,
  type PrintPlace,
  type PrintSession,
  type PrintSheet,
} from '../../../map/print/print.ts';
import { type PageChoice, type PageLayout, pageLayout } from './page-layout.ts';
import type { PageMap } from './pdf-map.ts';
import type { LogoPicture } from './pdf-title-block.ts';

/** What is printed, and how. */
export interface PrintChoice extends Omit<PageChoice, 'maps' | 'rtl'> {
  title: string;
  notes: string;
  density: PrintDensity;
  /** Denominator; undefined for one that fits. */
  scale: number | undefined;
  /** EPSG code of the coordinate grid, or that of the map; undefined for none. */
  grid: number | 'map' | undefined;
  /** Bookmarks that are shown beside the view, by their positions. */
  bookmarks: readonly { index: number; title: string }[];
  /** A page for each feature of an index layer, named by a field. */
  series: { layerId: string; field: string } | undefined;
}

/** Texts and formats of the user's language, and the contents of title blocks. */
export interface PrintTexts {
  rtl: boolean;
  /** BCP 47 tag. */
  language: string;
  drawings: DrawingLabels;
  scale: string;
  date: string;
  author: string;
  sheet: string;
  coordinates: string;
  /** Name of the map of the view among several. */
  mainMap: string;
  number: (value: number) => string;
  length: (length: LengthInUnit) => string;
  today: () => string;
  units: UnitSystem;
  organisation: string;
  user: string;
  credits: string;
  logo: () => Promise<LogoPicture | undefined>;
}

/** Which page of how many is drawn, and the part of its pictures that is done. */
export interface PrintProgress {
  page: number;
  pages: number;
  /** 0 to 1, of everything. */
  done: number;
}

export interface PrintResult {
  content: Blob;
  /** Layers without symbols in the legend. */
  missing: readonly string[];
  /** Number of pages on which layers were not completely loaded. */
  incomplete: number;
  /** Number of pages whose legend had no room for all symbols. */
  cutLegends: number;
}

/**
 * Writes the map as a PDF: one page, or one for each sheet of a series.
 * @throws MappingError `print:*`, `layer:*`; an `AbortError` when cancelled
 */
export async function printMap(
  model: MapModel,
  choice: PrintChoice,
  texts: PrintTexts,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: PrintProgress) => void },
): Promise<PrintResult> {
  const layout = pageLayout({ ...choice, maps: 1 + choice.bookmarks.length, rtl: texts.rtl });
  const session = await openPrint(model);
  try {
    const sheets: PrintSheet[] = choice.series
      ? await session.sheets(choice.series.layerId, choice.series.field, signal)
      : [{ name: '', place: { kind: 'view' } }];
    checkSize(layout, choice.density, sheets.length);
    const [{ createPdf }, logo] = await Promise.all([
      import('./write-pdf.ts'),
      choice.template === 'plan' ? texts.logo() : undefined,
    ]);
    const pdf = await createPdf(choice.title, layout, texts.language);
    const result = { missing: new Set<string>(), incomplete: 0, cutLegends: 0 };
    for (const [index, sheet] of sheets.entries()) {
      const progress = { page: index + 1, pages: sheets.length };
      const onPart = (part: number) => onProgress({ ...progress, done: (index + part) / sheets.length });
      onPart(0);
      // One page after the other, so that only one page's pictures are being drawn.
      // oxlint-disable-next-line no-await-in-loop
      const drawn = await drawSheet(session, { sheet, choice, layout, texts, signal, onPart });
      const sheetText = choice.series ? `${texts.number(index + 1)} / ${texts.number(sheets.length)}` : '';
      const content = contentOf(drawn, { sheet, sheetText, choice, texts, logo, wkid: session.wkid });
      // oxlint-disable-next-line no-await-in-loop
      if (!(await pdf.addPage(layout, content))) result.cutLegends++;
      for (const title of drawn.missing) result.missing.add(title);
      if (drawn.incomplete) result.incomplete++;
    }
    return { ...result, content: pdf.finish(), missing: [...result.missing] };
  } finally {
    session.close();
  }
}

/** Rejects a file that a browser cannot hold, before anything is drawn. */
function checkSize(layout: PageLayout, density: PrintDensity, pages: number): void {
  const frames = [...layout.maps, ...(layout.locator ? [layout.locator] : [])];
  const dots = (length: number) => (length / millimetresPerInch) * density;
  const each = frames.reduce((sum, { width, height }) => sum + dots(width) * dots(height), 0);
  if (each * pages > maxDots)
    throw new MappingError(
      'print:too-large',
      `${pages} pages of this size at ${density} dpi are too large.`,
      {
        status: 413,
      },
    );
}

interface SheetWork {
  sheet: PrintSheet;
  choice: PrintChoice;
  layout: PageLayout;
  texts: PrintTexts;
  signal: AbortSignal;
  /** Receives the part of the page that is done. */
  onPart: (part: number) => void;
}

interface DrawnSheet {
  maps: PageMap[];
  locator: PageMap | undefined;
  legend: LegendGroup[];
  missing: string[];
  incomplete: boolean;
}

async function drawSheet(session: PrintSession, work: SheetWork): Promise<DrawnSheet> {
  const { sheet, choice, layout, texts, signal, onPart } = work;
  const places: { title: string; place: PrintPlace }[] = [
    { title: sheet.name || texts.mainMap, place: sheet.place },
    ...choice.bookmarks.map(({ index, title }) => ({
      title,
      place: { kind: 'bookmark' as const, index },
    })),
  ];
  const count = places.length + (layout.locator ? 1 : 0);
  const drawing = (index: number, legend: boolean) => ({
    density: choice.density,
    signal,
    legend: legend ? texts.drawings : undefined,
    onTile: (done: number, total: number) => onPart((index + done / total) / count),
  });
  const maps: PageMap[] = [];
  for (const [index, { title, place }] of places.entries()) {
    const box = layout.maps[index];
    if (!box) break;
    // Maps share one view.
    // oxlint-disable-next-line no-await-in-loop
    const frame = await session.frame(place, box, choice.scale);
    // oxlint-disable-next-line no-await-in-loop
    const grid = await gridOf(session, frame, choice, texts);
    // oxlint-disable-next-line no-await-in-loop
    const printed = await session.draw(frame, drawing(index, choice.legend));
    maps.push({ title, frame, printed, grid, scaleText: scaleText(frame, texts) });
  }
  const [first] = maps;
  let locator: PageMap | undefined;
  if (layout.locator && first) {
    const frame = locatorOf(first.frame, layout.locator);
    locator = {
      title: '',
      scaleText: '',
      frame,
      printed: await session.draw(frame, drawing(count - 1, false)),
    };
  }
  const drawn = [...maps, ...(locator ? [locator] : [])];
  return {
    maps,
    locator,
    legend: joinedLegend(maps),
    missing: maps.flatMap(({ printed }) => printed.legend.missing),
    incomplete: drawn.some(({ printed }) => printed.incomplete),
  };
}

async function gridOf(
  session: PrintSession,
  frame: PrintFrame,
  { grid }: PrintChoice,
  { number }: PrintTexts,
): Promise<PageMap['grid']> {
  if (grid === undefined) return undefined;
  const { lines, degrees } = await session.grid(frame, grid === 'map' ? undefined : grid);
  return { lines, label: (line: GridLine) => (degrees ? gridLabel(line) : number(line.value)) };
}

function scaleText({ scale, exact }: PrintFrame, { number }: PrintTexts): string {
  return exact ? `1:${number(scale)}` : '';
}

/** Layers that are in several maps are listed once; layers of one map may have the same title. */
export function joinedLegend(maps: readonly { printed: Pick<PrintedMap, 'legend'> }[]): LegendGroup[] {
  return maps.reduce<LegendGroup[]>((listed, { printed }) => {
    const titles = new Set(listed.map(({ title }) => title));
    return [...listed, ...printed.legend.groups.filter(({ title }) => !titles.has(title))];
  }, []);
}

function contentOf(
  { maps, locator, legend }: DrawnSheet,
  {
    sheet,
    sheetText,
    choice,
    texts,
    logo,
    wkid,
  }: {
    sheet: PrintSheet;
    sheetText: string;
    choice: PrintChoice;
    texts: PrintTexts;
    logo: LogoPicture | undefined;
    wkid: number | undefined;
  },
) {
  const title = [choice.title, sheet.name].filter(Boolean).join(' – ');
  const today = texts.today();
  const frame = maps[0]?.frame;
  const scale = maps[0]?.scaleText ?? '';
  const date = [today, choice.template === 'page' ? sheetText : ''].filter(Boolean).join(' · ');
  const system = typeof choice.grid === 'number' ? choice.grid : wkid;
  const facts: [string, string][] = [
    [texts.scale, scale],
    [texts.date, today],
    [texts.author, texts.user],
    [texts.sheet, sheetText],
    [texts.coordinates, system ? `EPSG:${system}` : ''],
  ];
  return {
    title,
    maps,
    locator,
    legend,
    foot: {
      scale: frame?.exact ? frame.scale : undefined,
      scaleText: scale,
      rotation: frame?.rotation ?? 0,
      credits: texts.credits,
      date: choice.template === 'plan' ? '' : date,
      units: texts.units,
      length: texts.length,
    },
    block: {
      logo,
      organisation: texts.organisation,
      title,
      notes: choice.notes,
      facts: facts.filter(([, value]) => value !== ''),
    },
  };
}
