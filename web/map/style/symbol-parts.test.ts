import { fromJSON } from '@arcgis/core/symbols/support/jsonUtils.js';
import type Symbol from '@arcgis/core/symbols/Symbol.js';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { iconOf, isLight, withText } from './icon-picture.ts';
import { changedSymbol, symbolOf } from './symbol-parts.ts';
import { fillPatterns, lineStyles, shapes, type StyleSymbol } from './symbol.ts';

// One transparent pixel.
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const bus = { name: 'bus', path: 'M2 3H11V11Z' };
const read = (json: object) => fromJSON({ ...json }) as Symbol;
const line = { type: 'esriSLS', style: 'esriSLSSolid', color: [255, 255, 255, 255], width: 1 };
const marker = { type: 'esriSMS', style: 'esriSMSCircle', size: 8, color: [255, 0, 0, 128], outline: line };
const area = { type: 'esriSFS', style: 'esriSFSSolid', color: [0, 255, 0, 51], outline: line };
const picture = {
  type: 'esriPMS',
  imageData: png,
  contentType: 'image/png',
  width: 20,
  height: 10,
  angle: 0,
};
const cim = {
  type: 'CIMSymbolReference',
  symbol: { type: 'CIMPointSymbol', symbolLayers: [] },
};

/** A CIM symbol as styles have them. */
const star = {
  type: 'CIMSymbolReference',
  symbol: {
    type: 'CIMPointSymbol',
    symbolLayers: [
      {
        type: 'CIMVectorMarker',
        enable: true,
        size: 12,
        frame: { xmin: 0, ymin: 0, xmax: 10, ymax: 10 },
        scaleSymbolsProportionally: true,
        markerGraphics: [
          {
            type: 'CIMMarkerGraphic',
            geometry: {
              rings: [
                [
                  [0, 0],
                  [5, 10],
                  [10, 0],
                  [0, 0],
                ],
              ],
            },
            symbol: {
              type: 'CIMPolygonSymbol',
              symbolLayers: [{ type: 'CIMSolidFill', enable: true, color: [170, 187, 204, 255] }],
            },
          },
        ],
      },
    ],
  },
};

/** A canvas that draws nothing. */
function fakeCanvas() {
  const context = new Proxy({}, { get: () => () => {}, set: () => true });
  const canvas = { getContext: () => context, toDataURL: () => `data:image/png;base64,${png}` };
  vi.stubGlobal('Path2D', function Path2D() {});
  vi.stubGlobal('document', { createElement: () => canvas });
}
afterEach(() => vi.unstubAllGlobals());

describe('a simple symbol', () => {
  it.each([
    [
      'a point',
      marker,
      { shape: 'diamond', rotation: 45, opacity: 1 },
      { style: 'esriSMSDiamond', angle: -45 },
    ],
    ['a line', line, { line: 'dash', size: 3 }, { style: 'esriSLSDash', width: 3 }],
    ['an area', area, { fill: 'diagonal-cross', color: '#0000ff' }, { style: 'esriSFSDiagonalCross' }],
  ] as const)(
    'of %s takes other parts, and is written as a symbol of the specification',
    (_name, json, change, written) => {
      const changed = changedSymbol(read(json), change);
      expect(changed.toJSON()).toMatchObject({ type: json.type, ...written });
      expect(symbolOf(changed)).toMatchObject(change);
    },
  );

  it('keeps its opacity when its colour changes', () => {
    expect(symbolOf(changedSymbol(read(area), { color: '#0000ff' }))).toMatchObject({
      color: '#0000ff',
      opacity: 0.2,
    });
  });

  it('keeps the ends of lines', () => {
    const saved = changedSymbol(read(line), { cap: 'square' }).toJSON() as object;
    expect(symbolOf(read(saved)).cap).toBe('square');
  });

  it.each([
    ['none', null],
    ['a hidden one', { ...line, style: 'esriSLSNull' }],
    ['a transparent one', { ...line, color: [0, 0, 0, 0] }],
    ['one without a colour', { ...line, color: null }],
  ])('can get an outline where it has %s', (_what, outline) => {
    const symbol = read({ ...area, outline });
    expect(symbolOf(symbol)).toEqual({ color: '#00ff00', opacity: 0.2, fill: 'solid', outlineWidth: 0 });
    expect(symbolOf(changedSymbol(symbol, { outlineWidth: 0 }))).toEqual(symbolOf(symbol));
    const outlined = changedSymbol(symbol, { outlineWidth: 2 });
    expect(outlined.toJSON()).toMatchObject({
      outline: { style: 'esriSLSSolid', color: [255, 255, 255, 255], width: 2 },
    });
    expect(symbolOf(changedSymbol(outlined, { outlineColor: '#112233' }))).toMatchObject({
      outlineColor: '#112233',
      outlineWidth: 2,
    });
  });

  it('has a colour once it has a pattern', () => {
    const hollow = read({ ...area, style: 'esriSFSNull', color: null });
    expect(symbolOf(changedSymbol(hollow, { fill: 'none' })).color).toBeUndefined();
    expect(symbolOf(changedSymbol(hollow, { fill: 'cross' }))).toMatchObject({
      fill: 'cross',
      color: '#1565c0',
    });
    const hidden = read({ ...line, style: 'esriSLSNull', color: null });
    expect(symbolOf(changedSymbol(hidden, { line: 'dash' }))).toMatchObject({
      line: 'dash',
      color: '#1565c0',
    });
  });

  it('changes any of its parts alone', () => {
    const [byte, size] = [fc.integer({ min: 1, max: 255 }), fc.integer({ min: 1, max: 40 })];
    const color = fc.tuple(byte, byte, byte, byte);
    const outline = fc.record({
      type: fc.constant('esriSLS'),
      style: fc.constant('esriSLSDash'),
      color,
      width: size,
    });
    const symbols = fc.oneof(
      fc
        .record({ color, size, angle: fc.integer({ min: -90, max: 90 }), outline })
        .map((parts) => ({ ...marker, ...parts })),
      fc.record({ color, outline }).map((parts) => ({ ...area, ...parts })),
      fc.record({ color, width: size }).map((parts) => ({ ...line, ...parts })),
    );
    const css = fc.tuple(byte, byte, byte).map((parts) => `#${Buffer.from(parts).toString('hex')}`);
    const change = fc.oneof(
      css.map((value): StyleSymbol => ({ color: value })),
      css.map((value): StyleSymbol => ({ outlineColor: value })),
      size.map((value): StyleSymbol => ({ outlineWidth: value })),
      size.map((value): StyleSymbol => ({ size: value })),
      size.map((value): StyleSymbol => ({ rotation: value })),
      fc.constantFrom(...shapes).map((value): StyleSymbol => ({ shape: value })),
      fc.constantFrom(...fillPatterns).map((value): StyleSymbol => ({ fill: value })),
      fc.constantFrom(...lineStyles).map((value): StyleSymbol => ({ line: value })),
    );
    fc.assert(
      fc.property(symbols, change, (json, part) => {
        const before = symbolOf(read(json));
        fc.pre(Object.keys(part).every((name) => name in before));
        expect(symbolOf(changedSymbol(read(json), part))).toEqual({ ...before, ...part });
      }),
    );
  });

  it('is not changed itself', () => {
    const symbol = read(marker);
    changedSymbol(symbol, { shape: 'x', outlineWidth: 4 });
    expect(symbolOf(symbol)).toMatchObject({ shape: 'circle', outlineWidth: 1 });
  });
});

describe('an icon', () => {
  it('is a picture symbol that keeps its icon and colours', () => {
    fakeCanvas();
    const symbol = changedSymbol(read(marker), { icon: bus });
    expect(symbol.toJSON()).toMatchObject({
      type: 'esriPMS',
      contentType: 'image/png',
      width: 18,
      height: 18,
    });
    const reopened = read(symbol.toJSON() as object);
    expect(symbolOf(reopened)).toMatchObject({
      icon: bus,
      color: '#ff0000',
      outlineColor: '#ffffff',
      size: 18,
    });
    const blue = changedSymbol(reopened, { color: '#0000ff' });
    expect(symbolOf(blue)).toMatchObject({ icon: bus, color: '#0000ff' });
    expect(symbolOf(changedSymbol(blue, { shape: 'square' }))).toMatchObject({
      shape: 'square',
      color: '#0000ff',
    });
  });

  it('is read from the picture’s metadata, and from no other picture', () => {
    expect(iconOf(png)).toBeUndefined();
    expect(iconOf('not base64')).toBeUndefined();
    expect(iconOf(withText(png, '{"icon":1}'))).toBeUndefined();
    const look = { icon: bus, color: '#112233', opacity: 1, outlineColor: '#ffffff', outlineWidth: 1 };
    expect(iconOf(withText(png, JSON.stringify(look)))).toEqual(look);
  });

  it('is dark on light colours', () => {
    expect(['#ffffff', '#ffeb3b', '#1565c0', '#000000'].map(isLight)).toEqual([true, true, false, false]);
  });
});

describe('a symbol of another program', () => {
  it('that is a picture takes a size and a rotation, and keeps its proportions', () => {
    const changed = changedSymbol(read(picture), { size: 40, rotation: 90, color: '#ff0000' });
    expect(changed.toJSON()).toMatchObject({ width: 40, height: 20, angle: -90, imageData: png });
  });

  it('is kept until another sign is chosen', () => {
    const symbol = read(cim);
    expect(symbolOf(symbol)).toMatchObject({ made: cim });
    expect(changedSymbol(symbol, { opacity: 0.5 })).toBe(symbol);
    expect(changedSymbol(symbol, { shape: 'square' }).type).toBe('simple-marker');
    expect(changedSymbol(symbol, { line: 'dot' }).type).toBe('simple-line');
    expect(changedSymbol(symbol, { fill: 'cross' }).type).toBe('simple-fill');
  });

  it('that is a CIM symbol takes a colour, a size and a rotation', () => {
    const symbol = changedSymbol(read(marker), { made: star });
    expect(symbolOf(symbol)).toMatchObject({ color: '#aabbcc', size: 12, rotation: 0 });
    const changed = changedSymbol(symbol, { color: '#ff0000', size: 24, rotation: 90 });
    expect(symbolOf(changed)).toMatchObject({ color: '#ff0000', size: 24, rotation: 90 });
    expect(changedSymbol(changed, { made: star })).toMatchObject({ type: 'cim' });
    expect(symbolOf(symbol)).toMatchObject({ size: 12 });
  });

  it('is replaced by a picture with its proportions', () => {
    const changed = changedSymbol(read(cim), { picture: `data:image/png;base64,${png}`, ratio: 2, size: 30 });
    expect(changed.toJSON()).toMatchObject({ type: 'esriPMS', width: 30, height: 15 });
  });
});
