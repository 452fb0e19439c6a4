import { describe, expect, it } from 'vitest';
import { looksOf } from './layer-look.ts';

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
