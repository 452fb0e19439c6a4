import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostMessageSchema, pageMessageSchema } from './integration-messages.ts';
import { isMove, metresBetween } from './integration-moves.ts';

const from = { intg: 1, id: 'photos' };
const read = (message: unknown) => pageMessageSchema.safeParse(message);
const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe('what a page says', () => {
  it('is a location in degrees, with heading brought into one turn', () => {
    fc.assert(
      fc.property(finite(-90, 90), finite(-180, 180), finite(-3600, 3600), (lat, lng, heading) => {
        const { data } = read({ ...from, type: 'location', lat, lng, heading });
        expect(data).toMatchObject({ type: 'location', lat, lng });
        const turned = data?.type === 'location' ? data.heading : undefined;
        expect(turned).toBeGreaterThanOrEqual(0);
        expect(turned).toBeLessThanOrEqual(360);
      }),
    );
  });

  it('or a location in a spatial reference', () => {
    const message = { ...from, type: 'location', x: 155_000, y: 463_000, wkid: 28_992, inReplyTo: 3 };
    expect(read(message).data).toEqual(message);
  });

  it.each([
    ['no envelope', { type: 'location', lat: 1, lng: 1 }],
    ['another protocol', { ...from, intg: 2, type: 'location', lat: 1, lng: 1 }],
    ['another version', { ...from, type: 'ready', version: 2 }],
    ['a latitude out of range', { ...from, type: 'location', lat: 90.1, lng: 1 }],
    ['a longitude out of range', { ...from, type: 'location', lat: 1, lng: -181 }],
    ['no number', { ...from, type: 'location', lat: Number.NaN, lng: 1 }],
    ['infinity', { ...from, type: 'location', lat: 1, lng: Number.POSITIVE_INFINITY }],
    ['a text for a number', { ...from, type: 'location', lat: '1', lng: 1 }],
    ['half a location', { ...from, type: 'location', lat: 1 }],
    ['x without its spatial reference', { ...from, type: 'location', x: 1, y: 1 }],
    ['a script for an address', { ...from, type: 'open', url: 'javascript:alert(1)' }],
    ['a file', { ...from, type: 'open', url: 'file:///etc/passwd' }],
    ['data for an address', { ...from, type: 'open', url: 'data:text/html,x' }],
    ['a made-up state', { ...from, type: 'status', state: 'admin' }],
    ['a long message', { ...from, type: 'status', state: 'ok', message: 'x'.repeat(301) }],
    ['a made-up type', { ...from, type: 'credentials', values: {} }],
    ['a wish for more', { ...from, type: 'ready', version: 1, wants: ['cookies'] }],
    [
      'a picture with a script',
      { ...from, type: 'captured', inReplyTo: 1, picture: 'data:image/svg+xml,<svg/>' },
    ],
    ['an array', [from]],
    ['nothing', null],
  ])('is refused: %s', (_what, message) => {
    expect(read(message).success).toBe(false);
  });

  it('never throws, whatever comes', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), (message) => {
        expect(() => read(message)).not.toThrow();
        expect(() => hostMessageSchema.safeParse(message)).not.toThrow();
      }),
    );
  });

  it('keeps nothing that is not in the protocol', () => {
    const message = { ...from, type: 'status', state: 'ok', html: '<img onerror=…>', __proto__: { a: 1 } };
    expect(read(message).data).toEqual({ ...from, type: 'status', state: 'ok' });
  });

  it('holds at most 500 graphics, of points and lines', () => {
    const point = { type: 'Feature', geometry: { type: 'Point', coordinates: [71, 51] }, properties: {} };
    const graphics = (features: unknown[]) => read({ ...from, type: 'graphics', features }).success;
    expect(graphics(Array.from({ length: 500 }, () => point))).toBe(true);
    expect(graphics(Array.from({ length: 501 }, () => point))).toBe(false);
    expect(graphics([{ ...point, geometry: { type: 'Point', coordinates: [200, 51] } }])).toBe(false);
    expect(graphics([{ ...point, properties: { color: 'url(x)' } }])).toBe(false);
  });
});

describe('what the host says', () => {
  const place = { lat: 51, lng: 71, x: 7_900_000, y: 6_600_000, wkid: 3857 };

  it('is understood by our own pages', () => {
    const location = { ...from, type: 'location', seq: 4, location: place };
    const init = {
      ...from,
      type: 'init',
      seq: 0,
      location: place,
      config: {},
      locale: 'en',
      direction: 'ltr',
      theme: 'dark',
    };
    expect(hostMessageSchema.parse(location)).toEqual(location);
    expect(hostMessageSchema.parse(init)).toEqual(init);
    expect(hostMessageSchema.safeParse({ ...init, theme: 'blue' }).success).toBe(false);
    expect(hostMessageSchema.safeParse({ ...location, seq: -1 }).success).toBe(false);
  });
});

describe('a move', () => {
  it('is half a metre or more', () => {
    const here = { lat: 51.16, lng: 71.42 };
    expect(isMove(undefined, here)).toBe(true);
    expect(isMove(here, here)).toBe(false);
    expect(isMove(here, { ...here, lat: here.lat + 0.000_004 })).toBe(false);
    expect(isMove(here, { ...here, lat: here.lat + 0.000_006 })).toBe(true);
  });

  it('is as long there as back, and never longer than half the earth', () => {
    const places = fc.record({ lat: finite(-90, 90), lng: finite(-180, 180) });
    fc.assert(
      fc.property(places, places, (a, b) => {
        expect(metresBetween(a, b)).toBeCloseTo(metresBetween(b, a), 5);
        expect(metresBetween(a, b)).toBeLessThanOrEqual(20_037_509);
      }),
    );
  });
});
