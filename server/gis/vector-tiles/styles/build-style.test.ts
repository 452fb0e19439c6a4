import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chooseFont } from '../glyphs.ts';
import { buildStyle, styleNames } from './build-style.ts';

const schema = [
  'earth',
  'landcover',
  'landuse',
  'water',
  'roads',
  'buildings',
  'boundaries',
  'places',
  'pois',
];

/** Operators the ArcGIS SDK 5.1 evaluates; others make it drop the layer. */
const operators = new Set(
  'get has in == != < <= > >= ! all any case match step interpolate linear exponential zoom literal geometry-type + - * /'.split(
    ' ',
  ),
);

function operatorsIn(value: unknown): string[] {
  if (!Array.isArray(value) || value[0] === 'literal') return [];
  const [head, ...rest] = value as unknown[];
  return [...(typeof head === 'string' ? [head] : []), ...rest.flatMap(operatorsIn)];
}

describe.each(styleNames)('the %s style', (look) => {
  const style = buildStyle(look, { copyrightText: 'credits' });

  it('names each layer once', () => {
    const ids = style.layers.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('reads only layers of the Protomaps schema', () => {
    const read = style.layers
      .filter(({ type }) => type !== 'background')
      .map((layer) => layer['source-layer']);
    expect(read.filter((layer) => !schema.includes(String(layer)))).toEqual([]);
  });

  it('uses only expressions the SDK evaluates', () => {
    for (const layer of style.layers) {
      const values = [
        layer.filter,
        ...Object.entries({ ...layer.layout, ...layer.paint })
          .filter(([key]) => key !== 'text-font')
          .map(([, value]) => value),
      ];
      expect(values.flatMap(operatorsIn).filter((operator) => !operators.has(operator))).toEqual([]);
    }
  });

  it('uses only fonts and symbols that are served', () => {
    const symbols = JSON.parse(
      readFileSync(new URL(`../sprites/${look}/sprite.json`, import.meta.url), 'utf8'),
    ) as object;
    for (const { layout } of style.layers) {
      for (const font of (layout?.['text-font'] as string[] | undefined) ?? []) {
        expect(chooseFont(font)).toBe(font.toLowerCase().replaceAll(' ', '-'));
      }
      const icon = layout?.['icon-image'];
      const names = Array.isArray(icon) ? icon.filter((part) => typeof part === 'string').slice(1) : [icon];
      expect(names.filter((name) => name !== undefined && !Object.hasOwn(symbols, String(name)))).toEqual([]);
    }
  });

  it('requests its parts by relative addresses', () => {
    expect(style.sources.basemap).toMatchObject({
      url: '../../',
      tiles: ['../../tile/{z}/{y}/{x}.pbf'],
      attribution: 'credits',
      maxzoom: 22,
    });
    expect(style.glyphs).toBe('../fonts/{fontstack}/{range}.pbf');
    expect(style.sprite).toBe('../sprites/sprite');
  });
});

describe('light and dark style', () => {
  it('differ only in colours', () => {
    const bare = (look: 'light' | 'dark') =>
      JSON.stringify(buildStyle(look, { copyrightText: '' }).layers).replace(/#[0-9a-f]{6}/g, '#');
    expect(bare('dark')).toBe(bare('light'));
  });
});
