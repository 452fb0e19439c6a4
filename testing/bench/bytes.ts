import type { Bench } from './bench.ts';
import { launchChromium } from './chromium.ts';
import { visit } from './first-map/visit.ts';
import { findWebMap, startProduct } from './product.ts';

/** Requests and bytes of a first visit to each kind of page, with an empty cache. */
export const bytesBench: Bench = {
  name: 'bytes',
  about: 'requests and compressed bytes of home, gallery and map; home and gallery load no map SDK',
  async run() {
    const product = await startProduct();
    const browser = await launchChromium();
    try {
      const id = await findWebMap(product.origin, 'Buildings by number of storeys');
      const pages = [
        { name: 'home', path: '/demo' },
        { name: 'gallery', path: '/demo/gallery' },
        { name: 'map', path: `/demo/map/wid/${id}` },
      ];
      const rows = [];
      for (const { name, path } of pages) {
        const { requests, bytes, scriptBytes, sdkRequests } = await visit(browser, {
          url: `${product.origin}${path}`,
          control: 'header button',
          withPicture: true,
        });
        rows.push({ name, requests, bytes, scriptBytes, sdkRequests });
      }
      const eager = rows.filter(({ name, sdkRequests }) => name !== 'map' && sdkRequests > 0);
      if (eager.length > 0)
        throw new Error(`The map SDK is loaded by: ${eager.map(({ name }) => name).join(', ')}`);
      return {
        tables: [
          {
            title: 'First visit, empty cache',
            columns: ['page', 'requests', 'kB', 'script kB', 'requests for the map SDK'],
            rows: rows.map((row) => [
              row.name,
              row.requests,
              (row.bytes / 1000).toFixed(0),
              (row.scriptBytes / 1000).toFixed(0),
              row.sdkRequests,
            ]),
          },
        ],
        figures: rows,
      };
    } finally {
      await browser.close();
      await product.stop();
    }
  },
};
