import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MapPlace, parsePlace, parseUrlState, printPlace, printUrlState } from './url-state.ts';

const place: fc.Arbitrary<MapPlace> = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
  zoom: fc.double({ min: 0, max: 24, noNaN: true }),
  rotation: fc.double({ min: 0, max: 360, maxExcluded: true, noNaN: true }),
});

describe('the place in a link', () => {
  it('reads latitude, longitude, zoom and rotation', () => {
    expect(parsePlace('51.16051,71.43,12.5,90')).toEqual({
      lat: 51.16051,
      lng: 71.43,
      zoom: 12.5,
      rotation: 90,
    });
  });

  it('turns the map north when rotation is left out', () => {
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
  ])('refuses “%s”', (text) => {
    expect(parsePlace(text)).toBeUndefined();
  });

  it('gives back what was printed, to the printed precision', () => {
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

  it('prints the same text again for what it read', () => {
    fc.assert(
      fc.property(place, (given) => {
        const printed = printPlace(given);
        expect(printPlace(parsePlace(printed)!)).toBe(printed);
      }),
    );
  });

  it('reads anything without failing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => parsePlace(text)).not.toThrow();
      }),
    );
  });
});

describe('the hash of a viewer', () => {
  it('holds place and tool', () => {
    expect(parseUrlState('#at=51,71,12,0&tool=legend')).toEqual({
      state: { at: { lat: 51, lng: 71, zoom: 12, rotation: 0 }, tool: 'legend' },
      faults: [],
    });
  });

  it('is empty without parameters', () => {
    expect(parseUrlState('')).toEqual({ state: {}, faults: [] });
    expect(printUrlState({})).toBe('');
  });

  it('leaves out what is malformed, says so, and reads the rest', () => {
    const { state, faults } = parseUrlState('#at=here&tool=legend');
    expect(state).toEqual({ tool: 'legend' });
    expect(faults.map(({ id }) => id)).toEqual(['url:malformed-place']);
    expect(parseUrlState('#tool=<b>').faults.map(({ id }) => id)).toEqual(['url:malformed-tool']);
  });

  it('keeps the parameters of others', () => {
    expect(printUrlState({ at: { lat: 1, lng: 2, zoom: 3, rotation: 0 } }, '#mine=a%20b&at=9,9,9,9')).toBe(
      '#mine=a+b&at=1,2,3,0',
    );
  });

  it('survives printing and reading, whatever else the hash holds', () => {
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

  it('may name an integration without where it looks', () => {
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
