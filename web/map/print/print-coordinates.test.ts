import Extent from '@arcgis/core/geometry/Extent.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import { expect, it } from 'vitest';
import { extentIn } from './print-coordinates.ts';

const mercator = new SpatialReference({ wkid: 102_100 });

it('projects a bookmark in degrees to a map in Web Mercator', async () => {
  const extent = new Extent({
    xmin: 71.42,
    ymin: 51.12,
    xmax: 71.44,
    ymax: 51.14,
    spatialReference: { wkid: 4326 },
  });
  const projected = await extentIn(extent, mercator);
  expect(projected?.spatialReference.isWebMercator).toBe(true);
  expect(projected?.xmin).toBeCloseTo(7_950_438.03, 0);
  expect(projected?.width).toBeCloseTo(2226.39, 1);
});

it('keeps an extent that is in the coordinates of the map', async () => {
  const extent = new Extent({ xmin: 0, ymin: 0, xmax: 10, ymax: 10, spatialReference: { wkid: 3857 } });
  expect(await extentIn(extent, mercator)).toBe(extent);
});
