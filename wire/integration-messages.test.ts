import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostMessageSchema, pageMessageSchema, pageStates } from './integration-messages.ts';
import { isMove, metresBetween } from './integrations/moves.ts';

const from = { intg: 1, id: 'photos' };
const read = (message: unknown) => pageMessageSchema.safeParse(message);
const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe('message of a page', () => {
  it('is a location in degrees, with the heading normalised to one turn', () => {
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

  it('may be a location in a spatial reference', () => {
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
    [
      'a graphic without a name',
      {
        ...from,
        type: 'graphics',
        features: [
          { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 1] }, properties: { key: '' } },
        ],
      },
    ],
    ['a note: only the host has those', { ...from, type: 'note', text: 'x' }],
    ['a request for more', { ...from, type: 'ready', version: 1, wants: ['cookies'] }],
    [
      'a picture with a script',
      { ...from, type: 'captured', inReplyTo: 1, picture: 'data:image/svg+xml,<svg/>' },
    ],
    ['an array', [from]],
    ['nothing', null],
  ])('is rejected: %s', (_what, message) => {
    expect(read(message).success).toBe(false);
  });

  it('never throws, for any value', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), (message) => {
        expect(() => read(message)).not.toThrow();
        expect(() => hostMessageSchema.safeParse(message)).not.toThrow();
      }),
    );
  });

  it('loses members outside the protocol', () => {
    const message = { ...from, type: 'status', state: 'ok', html: '<img onerror=…>', __proto__: { a: 1 } };
    expect(read(message).data).toEqual({ ...from, type: 'status', state: 'ok' });
  });

  it('contains at most 500 graphics, of points and lines', () => {
    const point = { type: 'Feature', geometry: { type: 'Point', coordinates: [71, 51] }, properties: {} };
    const graphics = (features: unknown[]) => read({ ...from, type: 'graphics', features }).success;
    expect(graphics(Array.from({ length: 500 }, () => point))).toBe(true);
    expect(graphics(Array.from({ length: 501 }, () => point))).toBe(false);
    expect(graphics([{ ...point, geometry: { type: 'Point', coordinates: [200, 51] } }])).toBe(false);
    expect(graphics([{ ...point, properties: { color: 'url(x)' } }])).toBe(false);
  });
});

describe('message of the host', () => {
  const place = { lat: 51, lng: 71, x: 7_900_000, y: 6_600_000, wkid: 3857 };

  it('is understood by the product’s own pages', () => {
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

describe('every message of the protocol', () => {
  const place = { lat: 51, lng: 71, x: 7_900_000, y: 6_600_000, wkid: 3857, heading: 10, pitch: -5 };
  const feature = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [71, 51] },
    properties: { title: 'Photo', key: 'p/1', kind: 'photo', color: '#a1B2c3' },
  };
  const line = {
    type: 'LineString',
    coordinates: [
      [71, 51],
      [72, 52],
    ],
  };
  const fromHost = {
    init: {
      seq: 0,
      location: place,
      config: { any: ['thing'] },
      locale: 'ar',
      direction: 'rtl',
      theme: 'light',
    },
    location: { seq: 7, location: place },
    credentials: { values: { apiKey: 'k' } },
    session: { signedIn: true },
    answer: { inReplyTo: 3, status: 200, text: '{}' },
    theme: { theme: 'dark' },
    visibility: { shown: false },
    capture: { seq: 3 },
    picked: { key: 'work-order/1' },
    note: { text: 'Place: 51, 71' },
  };
  const fromPage = {
    ready: { version: 1, wants: ['credentials', 'session'], wkid: 28_992, captures: true },
    location: { lat: 51, lng: 71, heading: 0, pitch: 90, inReplyTo: 7 },
    status: { state: 'no-coverage', message: 'Nothing here.' },
    open: { url: 'https://e.org/record/1' },
    graphics: { features: [feature, { ...feature, geometry: line }] },
    captured: { inReplyTo: 3, picture: 'data:image/png;base64,iVBORw0KGgo=' },
    noted: {},
    ask: { seq: 1, path: 'work?lat=51&lng=71', body: '{}' },
  };

  it.each(Object.entries(fromHost))('passes unchanged from the host: %s', (type, parts) => {
    const message = { ...from, type, ...parts };
    expect(hostMessageSchema.parse(message)).toEqual(message);
  });

  it.each(Object.entries(fromPage))('passes unchanged from a page: %s', (type, parts) => {
    const message = { ...from, type, ...parts };
    expect(pageMessageSchema.parse(message)).toEqual(message);
  });

  const optional = new Set(['wants', 'wkid', 'captures', 'heading', 'pitch', 'inReplyTo', 'message', 'body']);
  const without = (messages: Record<string, object>) =>
    Object.entries(messages).flatMap(([type, parts]) =>
      ['intg', 'id', ...Object.keys(parts)]
        .filter((name) => !optional.has(name) || (type === 'captured' && name === 'inReplyTo'))
        // A page that wants the view starts without a location.
        .filter((name) => !(type === 'init' && name === 'location'))
        .map((name) => ({ type, name, message: { ...from, type, ...parts, [name]: undefined } })),
    );

  it('of the host may lack a location, and includes the extent of the map', () => {
    const init = { ...from, type: 'init', ...fromHost.init, location: undefined };
    expect(hostMessageSchema.safeParse(init).success).toBe(true);
    const view = { west: 71, south: 51, east: 72, north: 52, zoom: 12 };
    expect(hostMessageSchema.safeParse({ ...from, type: 'view', view }).success).toBe(true);
    expect(hostMessageSchema.safeParse({ ...from, type: 'view', view: { ...view, north: 91 } }).success).toBe(
      false,
    );
  });

  it('of a page may name the nearest available location', () => {
    const status = { ...from, type: 'status', state: 'no-coverage' };
    expect(read({ ...status, nearest: { lat: 51, lng: 71 } }).success).toBe(true);
    expect(read({ ...status, nearest: { lat: 91, lng: 71 } }).success).toBe(false);
  });

  it.each(without(fromHost))('of the host requires its parts: $type without $name', ({ message }) => {
    expect(hostMessageSchema.safeParse(message).success).toBe(false);
  });

  it.each(without(fromPage))('of a page requires its parts: $type without $name', ({ message }) => {
    expect(pageMessageSchema.safeParse(message).success).toBe(false);
  });

  it.each([
    ['ready', { wkid: 0 }],
    ['ready', { wkid: 3857.5 }],
    ['ready', { wants: ['credentials', 'session', 'view', 'view'] }],
    ['ready', { captures: 'yes' }],
    ['location', { heading: 36_001 }],
    ['location', { pitch: 91 }],
    ['location', { inReplyTo: -1 }],
    ['location', { inReplyTo: 1.5 }],
    ['status', { message: 5 }],
    ['open', { url: `https://e.org/${'x'.repeat(2000)}` }],
    ['open', { url: '/relative' }],
    ['graphics', { features: [{ ...feature, geometry: { ...line, coordinates: [[71, 51]] } }] }],
    ['graphics', { features: [{ ...feature, geometry: { type: 'Polygon', coordinates: [] } }] }],
    ['graphics', { features: [{ ...feature, properties: { title: 'x'.repeat(201) } }] }],
    ['graphics', { features: [{ ...feature, properties: { kind: 'bomb' } }] }],
    ['ask', { path: 'x'.repeat(4001) }],
    ['ask', { body: 'x'.repeat(50_001) }],
    ['captured', { picture: 'https://e.org/a.png' }],
    ['captured', { picture: 'data:image/png;base64,<script>' }],
    ['captured', { picture: `data:image/png;base64,${'A'.repeat(4_000_000)}` }],
  ] as const)('of a page has its limits: %s', (type, change) => {
    expect(read({ ...from, type, ...fromPage[type], ...change }).success).toBe(false);
  });

  it.each([
    ['init', { locale: 'x'.repeat(36) }],
    ['init', { direction: 'up' }],
    ['init', { location: { ...place, x: 1e10 } }],
    ['init', { location: { ...place, wkid: undefined } }],
    ['location', { seq: 1.5 }],
    ['location', { seq: Number.MAX_SAFE_INTEGER + 1 }],
    ['credentials', { values: { apiKey: 5 } }],
    ['credentials', { values: { ['x'.repeat(51)]: 'k' } }],
    ['visibility', { shown: 1 }],
    ['picked', { key: '' }],
    ['picked', { key: 'x'.repeat(101) }],
    ['note', { text: 'x'.repeat(20_001) }],
  ] as const)('of the host has its limits: %s %j', (type, change) => {
    expect(hostMessageSchema.safeParse({ ...from, type, ...fromHost[type], ...change }).success).toBe(false);
  });

  it('belongs to one side only', () => {
    for (const type of ['init', 'credentials', 'visibility', 'capture', 'picked', 'note'] as const)
      expect(read({ ...from, type, ...fromHost[type] }).success).toBe(false);
    for (const type of ['ready', 'status', 'open', 'graphics', 'captured', 'noted'] as const)
      expect(hostMessageSchema.safeParse({ ...from, type, ...fromPage[type] }).success).toBe(false);
  });

  it.each(pageStates)('includes the state %s', (state) => {
    expect(read({ ...from, type: 'status', state }).success).toBe(true);
  });
});

describe('integration moves', () => {
  const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true });

  describe('move', () => {
    it('is half a metre or more', () => {
      const here = { lat: 51.16, lng: 71.42 };
      expect(isMove(undefined, here)).toBe(true);
      expect(isMove(here, here)).toBe(false);
      expect(isMove(here, { ...here, lat: here.lat + 0.000_004 })).toBe(false);
      expect(isMove(here, { ...here, lat: here.lat + 0.000_006 })).toBe(true);
    });

    it('is as long in either direction, and never longer than half the earth', () => {
      const places = fc.record({ lat: finite(-90, 90), lng: finite(-180, 180) });
      fc.assert(
        fc.property(places, places, (a, b) => {
          expect(metresBetween(a, b)).toBeCloseTo(metresBetween(b, a), 5);
          expect(metresBetween(a, b)).toBeLessThanOrEqual(20_037_509);
        }),
      );
    });

    it.each([
      ['a degree of longitude at the equator', { lat: 0, lng: 0 }, { lat: 0, lng: 1 }, 111_319],
      ['the same at 60° north', { lat: 60, lng: 0 }, { lat: 60, lng: 1 }, 55_658],
      ['a degree of latitude', { lat: 51, lng: 71 }, { lat: 52, lng: 71 }, 111_319],
      ['across the date line', { lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }, 111_319],
      ['from pole to pole', { lat: -90, lng: 0 }, { lat: 90, lng: 0 }, 20_037_508],
    ])('is measured in metres on the ground: %s', (_what, a, b, metres) => {
      expect(Math.round(metresBetween(a, b) / 10)).toBe(Math.round(metres / 10));
    });

    it('does not include a round trip through six decimals', () => {
      const places = fc.record({ lat: finite(-89, 89), lng: finite(-179, 179) });
      fc.assert(
        fc.property(places, ({ lat, lng }) => {
          const back = { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) };
          expect(isMove({ lat, lng }, back)).toBe(false);
        }),
      );
    });
  });
});
