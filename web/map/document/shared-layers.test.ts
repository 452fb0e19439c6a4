import { describe, expect, it } from 'vitest';
import { basemapLayers, sharedLayers } from './shared-layers.ts';

describe('the layers of a shared map', () => {
  it('are those with a source, topmost first, and mark tokens', () => {
    const layers = sharedLayers({
      operationalLayers: [
        { title: 'Below', url: 'https://x/0?token=abc' },
        {
          title: 'Group',
          layerType: 'GroupLayer',
          layers: [{ id: 'inside', title: 'Inside', itemId: 'i1' }],
        },
      ],
    });
    expect(layers).toEqual([
      { id: 'inside', title: 'Inside', itemId: 'i1', url: undefined, secret: false },
      { id: 'layer-0', title: 'Below', itemId: undefined, url: 'https://x/0?token=abc', secret: true },
    ]);
  });

  it('have the ids of the map, also where two layers have the same', () => {
    const layers = sharedLayers({
      operationalLayers: [
        { id: 'a', title: 'First' },
        { id: 'a', title: 'Second' },
      ],
    });
    expect(layers.map(({ id, title }) => [id, title])).toEqual([
      ['layer-1', 'Second'],
      ['a', 'First'],
    ]);
  });

  it('include tiles by their style, also of the basemap', () => {
    const tiles = { title: 'Tiles', layerType: 'VectorTileLayer', styleUrl: 'https://x/styles/root.json' };
    expect(basemapLayers({ baseMap: { baseMapLayers: [tiles] } })).toMatchObject([{ url: tiles.styleUrl }]);
    expect(basemapLayers({})).toEqual([]);
  });
});
