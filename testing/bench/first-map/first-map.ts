import { type Bench, type BenchOptions, median, spread, type Table } from '../bench.ts';
import { launchChromium } from '../chromium.ts';
import { freePort } from '../../rig/free-port.ts';
import { findWebMap, startProduct } from '../product.ts';
import { buildBarePage } from './bare-page.ts';
import { fullSpeed, slowLink } from './paced-line.ts';
import { startRelay } from './relay.ts';
import { type Visit, visit } from './visit.ts';

const mapTitle = 'Buildings by number of storeys';

const lines = [
  { name: 'full speed', speed: fullSpeed },
  { name: 'slow link (10 Mbit/s, 40 ms)', speed: slowLink },
];

/**
 * Time from the start of the navigation to the first frame in which a user sees the map, the product against
 * a minimal page of the same SDK with the same web map. Both use the same simulated line, alternating in one
 * run: the ratio is the result.
 */
export const firstMapBench: Bench = {
  name: 'first-map',
  about: 'first visible map, ours against a bare page of the same SDK with the bundler’s defaults',
  run: compare,
};

async function compare({ runs }: BenchOptions) {
  const bareFolder = await buildBarePage();
  const port = await freePort();
  let productOrigin = '';
  const relay = await startRelay({ port, bareFolder, product: () => productOrigin });
  const product = await startProduct(relay.origin);
  productOrigin = product.origin;
  const browser = await launchChromium();
  try {
    const id = await findWebMap(relay.origin, mapTitle);
    const ours = { url: `${relay.origin}/demo/map/wid/${id}`, control: 'header button' };
    const pages = [
      { name: 'bare page', url: `${relay.origin}/bare/?id=${id}`, control: '.esri-zoom' },
      { name: 'product', ...ours },
      { name: 'product with its picture', ...ours, withPicture: true },
    ];
    const visits = new Map<string, Visit[]>();
    for (const { name: line, speed } of lines) {
      relay.setSpeed(fullSpeed);
      // Not counted: warms up the servers' caches and the browser's process.
      for (const page of pages) await visit(browser, page);
      relay.setSpeed(speed);
      for (let run = 0; run < runs; run += 1) {
        for (const page of pages) {
          const { name } = page;
          const seen = await visit(browser, page);
          if (seen.errors.length > 0) throw new Error(`${name} threw: ${seen.errors.join('; ')}`);
          visits.set(`${line}/${name}`, [...(visits.get(`${line}/${name}`) ?? []), seen]);
        }
      }
    }
    const tables = lines.map(({ name: line }) =>
      tableOf(
        line,
        pages.map(({ name }) => ({ name, visits: visits.get(`${line}/${name}`) ?? [] })),
      ),
    );
    return { tables, figures: Object.fromEntries(visits) };
  } finally {
    await browser.close();
    await product.stop();
    await relay.close();
  }
}

function tableOf(line: string, pages: { name: string; visits: Visit[] }[]): Table {
  const baseline = median((pages[0]?.visits ?? []).map(({ map }) => map));
  return {
    title: `First visible map, ${line}`,
    columns: [
      'page',
      'map ms',
      'ratio',
      'picture ms',
      'picture ÷ bare map',
      'first paint ms',
      'control usable ms',
      'long tasks ms',
      'requests',
      'kB',
      'script kB',
      'outside',
    ],
    rows: pages.map(({ name, visits }) => [
      name,
      spread(visits.map(({ map }) => map)),
      (median(visits.map(({ map }) => map)) / baseline).toFixed(2),
      spread(visits.map(({ picture }) => picture)),
      (median(visits.map(({ picture }) => picture)) / baseline).toFixed(2),
      spread(visits.map(({ firstPaint }) => firstPaint)),
      spread(visits.map(({ shell }) => shell)),
      spread(visits.map(({ longTasks }) => longTasks)),
      spread(visits.map(({ requests }) => requests)),
      spread(visits.map(({ bytes }) => bytes / 1000)),
      spread(visits.map(({ scriptBytes }) => scriptBytes / 1000)),
      spread(visits.map(({ outside }) => outside)),
    ]),
  };
}
