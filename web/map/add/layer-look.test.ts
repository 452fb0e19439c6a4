import { describe, expect, it } from 'vitest';
import Collection from '@arcgis/core/core/Collection.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import OGCFeatureLayer from '@arcgis/core/layers/OGCFeatureLayer.js';
import type SimpleRenderer from '@arcgis/core/renderers/SimpleRenderer.js';
import { colorLayers, looksOf } from './layer-look.ts';

const blue = [0, 0, 255] as const;

describe('the looks of the features of a file', () => {
  it('are none without styles', () => {
    expect(looksOf('point', [undefined, undefined], blue)).toBeUndefined();
  });

  it('are one symbol where all are the same', () => {
    const look = { stroke: '#ff8800', strokeWidth: 4, strokeOpacity: 0.5 };
    expect(looksOf('polyline', [look, { ...look }], blue)).toEqual({
      renderer: {
        type: 'simple',
        symbol: { type: 'simple-line', color: [255, 136, 0, 0.5], width: 4 },
      },
      classes: [],
    });
  });

  it('are classes, the most frequent first, and one for features without', () => {
    const found = looksOf('polygon', [{ fill: '#f00' }, { fill: '#0f0' }, { fill: '#0f0' }, undefined], blue);
    expect(found?.classes).toEqual(['2', '1', '1', null]);
    expect(found?.renderer).toMatchObject({
      type: 'unique-value',
      field: 'style_class',
      uniqueValueInfos: [
        { value: '1', symbol: { color: [0, 255, 0, 1] } },
        { value: '2', symbol: { color: [255, 0, 0, 1] } },
      ],
    });
  });

  it('ignore colours that cannot be read', () => {
    expect(looksOf('point', [{ color: 'url(x)' }], blue)?.renderer).toMatchObject({
      symbol: { color: blue },
    });
  });
});

describe('layers whose sources have no style', () => {
  const made = (Layer: typeof FeatureLayer | typeof OGCFeatureLayer) => {
    const layer = new Layer({ url: 'https://maps.example.org' } as object);
    Object.defineProperty(layer, 'geometryType', { value: 'point' });
    return layer;
  };
  const colorOf = (layer: object) =>
    ((layer as FeatureLayer).renderer as SimpleRenderer | undefined)?.symbol?.color?.toHex();

  it('get a colour each, and those with a style keep it', () => {
    const layers = [made(OGCFeatureLayer), made(OGCFeatureLayer)];
    const styled = made(FeatureLayer);
    const before = styled.renderer;
    colorLayers({ map: { allLayers: new Collection() } } as never, [...layers, styled]);
    expect(layers.map(colorOf)).toEqual(['#1565c0', '#d55e00']);
    expect(styled.renderer).toBe(before);
  });
});
