import Extent from '@arcgis/core/geometry/Extent.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import type MapView from '@arcgis/core/views/MapView.js';
import Viewpoint from '@arcgis/core/Viewpoint.js';
import type WebMap from '@arcgis/core/WebMap.js';
import { describe, expect, it } from 'vitest';
import { startSomewhere } from './start-somewhere.ts';

const { WebMercator, WGS84 } = SpatialReference;
const layerOf = (fullExtent?: Extent) => ({ load: async () => {}, fullExtent });
const point = { xmin: 71, ymin: 51, xmax: 71, ymax: 51, spatialReference: WGS84 };

interface Given {
  layers?: object[];
  viewpoint?: Viewpoint;
  at?: boolean;
}

async function start({ layers = [], viewpoint, at = false }: Given) {
  const map = {
    load: async () => {},
    initialViewProperties: { viewpoint },
    allLayers: { toArray: () => layers },
  } as unknown as WebMap;
  const view = {} as MapView;
  const place = at ? { lat: 51, lng: 71, zoom: 9, rotation: 0 } : undefined;
  await startSomewhere(view, map, { place, extent: undefined });
  return view;
}

describe('a map without layers, basemap and spatial reference', () => {
  it('shows the world', async () => {
    const { spatialReference, extent } = await start({});
    expect(spatialReference).toBe(WebMercator);
    expect(extent?.xmin).toBe(-180);
  });

  it('opens at the place of a link', async () => {
    const { spatialReference, extent } = await start({ at: true });
    expect(spatialReference).toBe(WebMercator);
    expect(extent).toBeUndefined();
  });

  it('opens at its own viewpoint, in the spatial reference of that', async () => {
    const viewpoint = new Viewpoint({ targetGeometry: new Extent(point) });
    const { spatialReference, extent } = await start({ viewpoint });
    expect(spatialReference?.wkid).toBe(4326);
    expect(extent).toBeUndefined();
  });
});

it('shows the surroundings of a layer of one point', async () => {
  const { spatialReference, extent } = await start({ layers: [layerOf(new Extent(point)), layerOf()] });
  expect(spatialReference).toBeUndefined();
  expect(extent?.width).toBeCloseTo(0.01);
});
