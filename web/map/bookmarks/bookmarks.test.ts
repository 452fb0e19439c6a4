import type Collection from '@arcgis/core/core/Collection.js';
import TimeExtent from '@arcgis/core/time/TimeExtent.js';
import Bookmark from '@arcgis/core/webmap/Bookmark.js';
import WebMap from '@arcgis/core/WebMap.js';
import { expect, it } from 'vitest';
import { fakeMapModel } from '../../../testing/web/fake-map-model.ts';
import type { MapInternals } from '../map-model.ts';
import { bookmarksOf, goToBookmark } from './bookmarks.ts';

const year = (number: number) =>
  new TimeExtent({ start: new Date(Date.UTC(number, 0)), end: new Date(Date.UTC(number + 1, 0)) });
const viewpoint = { scale: 5000, targetGeometry: { type: 'extent', xmin: 0, ymin: 0, xmax: 1, ymax: 1 } };

it('a bookmark without a time shows the time of the map, whichever bookmark was shown before', async () => {
  const map = new WebMap();
  (map.bookmarks as Collection<Bookmark>).addMany([
    new Bookmark({ name: '2020', timeExtent: year(2020), viewpoint } as never),
    new Bookmark({ name: '2024', timeExtent: year(2024), viewpoint } as never),
    new Bookmark({ name: 'Harbour', viewpoint } as never),
  ]);
  const view = { map, timeExtent: null as TimeExtent | null, goTo: async () => {} };
  const { model } = fakeMapModel({}, { view } as unknown as MapInternals);
  const shown = async (index: number) => {
    const bookmark = bookmarksOf(model)[index];
    expect.assert(bookmark);
    await goToBookmark(model, bookmark);
    return view.timeExtent?.start?.getUTCFullYear();
  };
  expect(await shown(2)).toBeUndefined();
  expect(await shown(0)).toBe(2020);
  expect(await shown(1)).toBe(2024);
  expect(await shown(2)).toBeUndefined();
  // Set by the Time tool.
  view.timeExtent = year(2000);
  expect(await shown(2)).toBe(2000);
  expect(await shown(1)).toBe(2024);
  expect(await shown(2)).toBe(2000);
});
