import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type MapPlace,
  parseArea,
  parsePlace,
  parseUrlState,
  printArea,
  printPlace,
  printUrlState,
} from './url-state.ts';

const place: fc.Arbitrary<MapPlace> = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
  zoom: fc.double({ min: 0, max: 24, noNaN: true }),
  rotation: fc.double({ min: 0, max: 360, maxExcluded: true, noNaN: true }),
});

describe('location in a link', () => {
  it('has latitude, longitude, zoom and rotation', () => {
    expect(parsePlace('51.16051,71.43,12.5,90')).toEqual({
      lat: 51.16051,
      lng: 71.43,
      zoom: 12.5,
      rotation: 90,
    });
  });

  it('turns the map north when rotation is omitted', () => {
    expect(parsePlace('51,71,12')).toEqual({ lat: 51, lng: 71, zoom: 12, rotation: 0 });
  });

  it.each([
    '',
    '51,71',
    '51,71,12,0,9',
    '51,,12,0',
    'a,71,12,0',
    '91,71,12,0',
    '51,181,12,0',
    '51,71,25,0',
    '51,71,-1,0',
    '51,71,12,360',
    '51,71,12,-1',
    '5e1,71,12,0',
    'Infinity,71,12,0',
    '0x1,71,12,0',
    ' 51,71,12,0',
  ])('rejects “%s”', (text) => {
    expect(parsePlace(text)).toBeUndefined();
  });

  it('is read back to the printed precision', () => {
    fc.assert(
      fc.property(place, (given) => {
        const read = parsePlace(printPlace(given));
        expect(read).toBeDefined();
        expect(read!.lat).toBeCloseTo(given.lat, 4);
        expect(read!.lng).toBeCloseTo(given.lng, 4);
        expect(read!.zoom).toBeCloseTo(given.zoom, 1);
        const turned = Math.abs(read!.rotation - given.rotation);
        expect(Math.min(turned, 360 - turned)).toBeLessThanOrEqual(0.0501);
      }),
    );
  });

  it('prints the same text again after reading it', () => {
    fc.assert(
      fc.property(place, (given) => {
        const printed = printPlace(given);
        expect(printPlace(parsePlace(printed)!)).toBe(printed);
      }),
    );
  });

  it('never fails to be read, for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => parsePlace(text)).not.toThrow();
      }),
    );
  });
});

describe('hash of a viewer', () => {
  it('holds location and tool', () => {
    expect(parseUrlState('#at=51,71,12,0&tool=legend')).toEqual({
      state: { at: { lat: 51, lng: 71, zoom: 12, rotation: 0 }, tool: 'legend' },
      faults: [],
    });
  });

  it('is empty without parameters', () => {
    expect(parseUrlState('')).toEqual({ state: {}, faults: [] });
    expect(printUrlState({})).toBe('');
  });

  it('drops malformed parts, reports them, and reads the rest', () => {
    const { state, faults } = parseUrlState('#at=here&tool=legend');
    expect(state).toEqual({ tool: 'legend' });
    expect(faults.map(({ id }) => id)).toEqual(['url:malformed-place']);
    expect(parseUrlState('#tool=<b>').faults.map(({ id }) => id)).toEqual(['url:malformed-tool']);
  });

  it('keeps unknown parameters', () => {
    expect(printUrlState({ at: { lat: 1, lng: 2, zoom: 3, rotation: 0 } }, '#mine=a%20b&at=9,9,9,9')).toBe(
      '#mine=a+b&at=1,2,3,0',
    );
  });

  it('survives printing and reading, whatever else the hash contains', () => {
    fc.assert(
      fc.property(place, fc.string(), (at, other) => {
        const hash = printUrlState({ at, tool: 'layers' }, `#x=${encodeURIComponent(other)}`);
        const { state, faults } = parseUrlState(hash);
        expect(faults).toEqual([]);
        expect(printUrlState(state, hash)).toBe(hash);
        expect(new URLSearchParams(hash.slice(1)).get('x')).toBe(other);
      }),
    );
  });

  const id = fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }).filter((text) => text.isWellFormed());
  const look = fc.record({
    integration: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/),
    lat: fc.integer({ min: -90, max: 90 }),
    lng: fc.integer({ min: -180, max: 180 }),
    heading: fc.integer({ min: 0, max: 359 }),
    pitch: fc.integer({ min: -90, max: 90 }),
  });

  it('carries layers, a feature and an integration, whatever their ids', () => {
    const state = fc.record({
      show: fc.array(id, { minLength: 1, maxLength: 5 }),
      hide: fc.array(id, { minLength: 1, maxLength: 5 }),
      feature: fc.record({ layer: id, id: fc.nat() }),
      look,
    });
    fc.assert(
      fc.property(state, (given) => {
        expect(parseUrlState(printUrlState(given))).toEqual({ state: given, faults: [] });
      }),
    );
  });

  it('may name an integration without its view', () => {
    const { state } = parseUrlState('#look=pano,51.1,71.4');
    expect(state.look).toEqual({ integration: 'pano', lat: 51.1, lng: 71.4 });
    expect(printUrlState(state)).toBe('#look=pano,51.1,71.4');
  });

  it.each([
    ['show', ','],
    ['hide', '%25E0%25A4'],
    ['feature', 'stops'],
    ['feature', 'stops:-1'],
    ['feature', ':1'],
    ['look', 'pano'],
    ['look', 'Pano,1,1'],
    ['look', 'pano,91,1'],
    ['look', 'pano,1,1,360'],
    ['look', 'pano,1,1,0,91'],
    ['look', 'pano,1,x'],
  ])('names a malformed %s: %s', (name, text) => {
    const { state, faults } = parseUrlState(`#${name}=${text}&tool=legend`);
    expect(state).toEqual({ tool: 'legend' });
    expect(faults.map((fault) => fault.id)).toEqual([`url:malformed-${name}`]);
  });

  it('reads any hash without failing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => parseUrlState(text)).not.toThrow();
      }),
    );
  });
});

describe('limits of a link', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `layer-${index}`);

  it('allow two hundred layers, and printing stops there', () => {
    expect(parseUrlState(`#show=${ids(200).join(',')}`).state.show).toHaveLength(200);
    expect(parseUrlState(`#show=${ids(201).join(',')}`).faults.map(({ id }) => id)).toEqual([
      'url:malformed-show',
    ]);
    expect(parseUrlState(printUrlState({ hide: ids(300) })).state.hide).toEqual(ids(200));
  });

  it('allow ids of two hundred characters', () => {
    expect(parseUrlState(`#hide=${'x'.repeat(200)}`).faults).toEqual([]);
    expect(parseUrlState(`#hide=${'x'.repeat(201)}`).faults).toHaveLength(1);
    expect(parseUrlState(`#feature=${'x'.repeat(201)}:1`).faults).toHaveLength(1);
  });

  it('quote at most a hundred characters of what is malformed', () => {
    for (const name of ['at', 'tool', 'show', 'feature', 'look']) {
      const [fault] = parseUrlState(`#${name}=${'!,'.repeat(400)}`).faults;
      expect(fault?.status).toBe(400);
      expect(fault?.message.length).toBeLessThan(200);
    }
  });

  it.each([
    ['layers', true],
    ['a', true],
    ['add-layers-2', true],
    ['x'.repeat(41), true],
    ['x'.repeat(42), false],
    ['', false],
    ['2d', false],
    ['-a', false],
    ['Layers', false],
    ['a b', false],
  ])('accept %j as a tool: %s', (tool, taken) => {
    const { state, faults } = parseUrlState(`#tool=${encodeURIComponent(tool)}`);
    expect([state.tool === tool, faults.length]).toEqual([taken, taken ? 0 : 1]);
  });
});

describe('hash written by other programs', () => {
  it('may have its parts in any order, with or without #', () => {
    const parts = [
      'at=51,71,12,0',
      'tool=legend',
      'show=a,b',
      'hide=c',
      'feature=stops:7',
      'look=pano,51,71,90,5',
    ];
    const { state } = parseUrlState(`#${parts.join('&')}`);
    expect(Object.keys(state)).toHaveLength(6);
    fc.assert(
      fc.property(fc.shuffledSubarray(parts, { minLength: 6 }), fc.constantFrom('', '#'), (order, sign) => {
        expect(parseUrlState(sign + order.join('&'))).toEqual({ state, faults: [] });
      }),
    );
  });

  it('may repeat a part: the first one counts', () => {
    expect(parseUrlState('#tool=legend&tool=layers').state).toEqual({ tool: 'legend' });
  });

  it('may have commas percent-encoded, as chat programs do', () => {
    expect(parseUrlState('#at=51%2C71%2C12%2C0').state.at).toEqual({
      lat: 51,
      lng: 71,
      zoom: 12,
      rotation: 0,
    });
  });

  it.each(['__proto__=1', 'constructor=x', 'toString=1'])(
    'may have names with another meaning: %s',
    (part) => {
      expect(parseUrlState(`#${part}`)).toEqual({ state: {}, faults: [] });
    },
  );
});

describe('printing', () => {
  it.each([
    [{ lat: 51.123456, lng: -71.000004, zoom: 12.346, rotation: 359.96 }, '51.12346,-71,12.35,0'],
    [{ lat: -0.000001, lng: 0, zoom: 0, rotation: 0 }, '0,0,0,0'],
    [{ lat: -90, lng: 180, zoom: 24, rotation: 0.04 }, '-90,180,24,0'],
    [{ lat: 1e-7, lng: 1e-7, zoom: 3, rotation: 45.25 }, '0,0,3,45.3'],
  ])('writes a location: %j', (at, text) => {
    expect(printPlace(at)).toBe(text);
  });

  it.each([
    [{ integration: 'pano', lat: 51, lng: 71 }, '#look=pano,51,71'],
    [{ integration: 'pano', lat: 51, lng: 71, heading: 359.99 }, '#look=pano,51,71,0'],
    [
      { integration: 'pano', lat: 51.1234567, lng: 71, heading: 10, pitch: -4.56 },
      '#look=pano,51.123457,71,10,-4.6',
    ],
    // A pitch requires a heading.
    [{ integration: 'pano', lat: 51, lng: 71, pitch: 10 }, '#look=pano,51,71'],
  ])('writes the view of an integration: %j', (look, hash) => {
    expect(printUrlState({ look })).toBe(hash);
  });

  it('removes outdated parts, and keeps unknown ones', () => {
    const hash = '#at=1,2,3,0&tool=legend&show=a&hide=b&feature=s:1&look=p,1,1&mine=1';
    expect(printUrlState({}, hash)).toBe('#mine=1');
    expect(printUrlState({ show: [] }, '#show=a')).toBe('');
  });
});

describe('area', () => {
  it.each([
    ['71.3,51,71.6,51.2', [71.3, 51, 71.6, 51.2]],
    ['170,-20,-170,20', [170, -20, -170, 20]],
    ['', undefined],
    [null, undefined],
    ['1,2,3', undefined],
    ['1,2,3,4,5', undefined],
    ['a,2,3,4', undefined],
    [',2,3,4', undefined],
    ['1,4,3,2', undefined],
    ['-181,2,3,4', undefined],
    ['1,2,3,91', undefined],
    ['1,2,Infinity,4', undefined],
  ])('is read from %j', (text, area) => {
    expect(parseArea(text)).toEqual(area);
  });

  it('is written with four decimals', () => {
    expect(printArea([71.123456, 51, 71.6, 51.20001])).toBe('71.1235,51,71.6,51.2');
  });
});
