import { type BenchOptions, type BenchResult, median, ratio, spread, type Table } from '../bench.ts';
import { desktop, type Device, launchChromium } from '../chromium.ts';
import { freePort } from '../../rig/free-port.ts';
import { startProduct } from '../product.ts';
import { buildBarePage } from './bare-page.ts';
import { fullSpeed, slowLink, type Speed } from './paced-line.ts';
import { startRelay } from './relay.ts';
import { type Visit, visit, type VisitedPage } from './visit.ts';

/** A row of the table. */
export interface ComparedPage extends VisitedPage {
  name: string;
  /** Name of the bare page with which it is compared; a bare page has its own. */
  bare: string;
}

interface Line {
  name: string;
  speed: Speed;
}

interface Comparison {
  /** What the table shows, without the line. */
  title: string;
  /** @param origin of product and bare page */
  pages: (origin: string) => Promise<readonly ComparedPage[]>;
  lines?: readonly Line[];
  device?: Device;
}

const bothLines: readonly Line[] = [
  { name: 'full speed', speed: fullSpeed },
  { name: 'slow link (10 Mbit/s, 40 ms)', speed: slowLink },
];

/** Visits pages of the product and bare ones behind the same simulated line, alternating in one run: the ratio is the result. */
export async function compareVisits(
  { title, pages: pagesOf, lines = bothLines, device = desktop }: Comparison,
  { runs }: BenchOptions,
): Promise<BenchResult> {
  const bareFolder = await buildBarePage();
  const port = await freePort();
  let productOrigin = '';
  const relay = await startRelay({ port, bareFolder, product: () => productOrigin });
  const product = await startProduct(relay.origin);
  productOrigin = product.origin;
  const browser = await launchChromium();
  try {
    const pages = await pagesOf(relay.origin);
    const visits = new Map<string, Visit[]>();
    const of = (line: Line, name: string) => visits.get(`${line.name}/${name}`) ?? [];
    for (const line of lines) {
      relay.setSpeed(fullSpeed);
      // Not counted: warms up the servers' caches and the browser's process.
      for (const page of pages) await visit(browser, page);
      relay.setSpeed(line.speed);
      for (let run = 0; run < runs; run += 1) {
        for (const page of pages) {
          const { name } = page;
          const seen = await visit(browser, page, device);
          if (seen.errors.length > 0) throw new Error(`${name} threw: ${seen.errors.join('; ')}`);
          visits.set(`${line.name}/${name}`, [...of(line, name), seen]);
        }
      }
    }
    const tables = lines.map((line) =>
      tableOf(
        `${title}, ${line.name}`,
        pages.map(({ name, bare }) => ({ name, visits: of(line, name), bare: of(line, bare) })),
      ),
    );
    return { tables, figures: Object.fromEntries(visits) };
  } finally {
    await browser.close();
    await product.stop();
    await relay.close();
  }
}

function tableOf(title: string, pages: { name: string; visits: Visit[]; bare: Visit[] }[]): Table {
  const middle = (visits: Visit[], value: 'map' | 'picture' | 'longTasks') =>
    median(visits.map((seen) => seen[value]));
  return {
    title,
    columns: [
      'page',
      'map ms',
      '÷ bare',
      'picture ms',
      '÷ bare map',
      'long tasks ms',
      '÷ bare',
      'first paint ms',
      'control usable ms',
      'requests',
      'kB',
      'script kB',
      'outside',
    ],
    rows: pages.map(({ name, visits, bare }) => [
      name,
      spread(visits.map(({ map }) => map)),
      ratio(middle(visits, 'map'), middle(bare, 'map')),
      spread(visits.map(({ picture }) => picture)),
      ratio(middle(visits, 'picture'), middle(bare, 'map')),
      spread(visits.map(({ longTasks }) => longTasks)),
      ratio(middle(visits, 'longTasks'), middle(bare, 'longTasks')),
      spread(visits.map(({ firstPaint }) => firstPaint)),
      spread(visits.map(({ shell }) => shell)),
      spread(visits.map(({ requests }) => requests)),
      spread(visits.map(({ bytes }) => bytes / 1000)),
      spread(visits.map(({ scriptBytes }) => scriptBytes / 1000)),
      spread(visits.map(({ outside }) => outside)),
    ]),
  };
}
