import type { Bench } from '../bench.ts';
import { phone } from '../chromium.ts';
import { comparePages } from '../pages.ts';
import { findWebMap } from '../product.ts';
import { type ComparedPage, compareVisits } from './compare-visits.ts';
import { phoneLink } from './paced-line.ts';
import { shareMap } from './share-map.ts';

const heavyMap = 'Buildings by number of storeys';
const lightMap = 'Points of interest';

const bareControl = '.esri-zoom';
const control = 'header button';

/** The map of the demo in a bare page, in the product, and there with its picture. */
async function heavyPages(origin: string): Promise<[ComparedPage, ComparedPage, ComparedPage]> {
  const id = await findWebMap(origin, heavyMap);
  const ours = { url: `${origin}/demo/map/wid/${id}`, control, bare: 'bare page' };
  return [
    { name: 'bare page', url: `${origin}/bare/?id=${id}`, control: bareControl, bare: 'bare page' },
    { name: 'product', ...ours },
    { name: 'product with its picture', ...ours, withPicture: true },
  ];
}

/**
 * Time from the start of the navigation to the first frame in which a user sees the map, the product against
 * a minimal page of the same SDK with the same web map.
 */
export const firstMapBench: Bench = {
  name: 'first-map',
  about: 'first visible map, ours against a bare page of the same SDK with the bundler’s defaults',
  run: (options) => compareVisits({ title: 'First visible map', pages: heavyPages }, options),
};

/** The same for other maps, each against the bare page with that map. */
export const otherMapsBench: Bench = {
  name: 'other-maps',
  about: 'the same for a light map, an empty new map and a shared link, each against the bare page with it',
  run: (options) => compareVisits({ title: 'First visible map', pages: otherPages }, options),
};

async function otherPages(origin: string): Promise<ComparedPage[]> {
  const light = await findWebMap(origin, lightMap);
  const sid = await shareMap(origin, await findWebMap(origin, heavyMap));
  const both = (name: string, bare: string, path: string): ComparedPage[] => [
    { name: `${name}, bare`, url: `${origin}/bare/?${bare}`, control: bareControl, bare: `${name}, bare` },
    { name, url: `${origin}/demo${path}`, control, bare: `${name}, bare` },
  ];
  return [
    ...both('light map', `id=${light}`, `/map/wid/${light}`),
    ...both('empty new map', 'new=/api/demo/config', '/map'),
    ...both('shared link', `shared=/api/demo/shared-maps/${sid}`, `/map/sid/${sid}`),
  ];
}

export const secondVisitBench: Bench = {
  name: 'second-visit',
  about:
    'a map visited for the second time, with the service worker, against the bare page with a warm cache',
  run: (options) =>
    compareVisits(
      {
        title: 'Second visit',
        pages: async (origin) =>
          (await heavyPages(origin)).map((page) => ({
            ...page,
            isSecond: true,
            withWorker: page.name !== page.bare,
          })),
      },
      options,
    ),
};

/** From the gallery, which has settled. */
export const galleryClickBench: Bench = {
  name: 'gallery-click',
  about: 'from the click on a card of the gallery to its map, against the bare page with an empty cache',
  run: (options) =>
    compareVisits(
      {
        title: 'Map after a click in the gallery',
        pages: async (origin) => {
          const [bare, { url, ...ours }, withPicture] = await heavyPages(origin);
          const click = `main a[href*="${new URL(url).pathname}"]`;
          // In this order the map is on the first page.
          const gallery = { ...ours, url: `${origin}/demo/gallery?sort=title`, click };
          return [
            bare,
            { ...gallery, name: 'product' },
            { ...gallery, name: 'product, service worker installed', withWorker: true },
            { ...gallery, name: withPicture.name, withPicture: true },
          ];
        },
      },
      options,
    ),
};

/** A processor of a quarter of the speed and a slow connection. */
export const phoneBench: Bench = {
  name: 'phone',
  about: 'first-map and pages on a phone: main thread 4 times slower, 1.6 Mbit/s, 150 ms (half an hour)',
  async run(options) {
    const lines = [{ name: 'phone (1.6 Mbit/s, 150 ms, main thread ÷ 4)', speed: phoneLink }];
    const maps = await compareVisits(
      { title: 'First visible map', pages: heavyPages, lines, device: phone },
      options,
    );
    const pages = await comparePages(options, { speed: phoneLink, device: phone });
    return {
      tables: [...maps.tables, ...pages.tables],
      figures: { maps: maps.figures, pages: pages.figures },
    };
  },
};
