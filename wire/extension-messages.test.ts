import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integrationTypes, kinds } from '../integration-kinds/definitions.ts';
import { appConfigSchema } from './app-config.ts';
import {
  extensionHelloSchema,
  extensionLimits,
  extensionRequestSchema,
  isBounded,
} from './extension-messages.ts';
import { isExtension, isPopupExtension, isToolExtension } from './integrations/extension-types.ts';
import { extensionOf, kindOf } from './integrations/integration-config.ts';

const valid = (message: object) => extensionRequestSchema.safeParse(message).success;
const point = (lng = 71.4, lat = 51.1, properties: object = {}) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [lng, lat] },
  properties,
});
const line = (length: number) => ({
  type: 'Feature',
  geometry: { type: 'LineString', coordinates: Array.from({ length }, () => [1, 2]) },
  properties: {},
});

describe('a request of an extension', () => {
  it.each([
    { type: 'goTo', id: 1, lat: 51, lng: 71 },
    { type: 'goTo', id: 1, lat: 51, lng: 71, zoom: 24, rotation: 360 },
    { type: 'read', id: 0, layer: 'stops', from: 'view' },
    { type: 'read', id: 1, layer: 'stops', from: 'layer', where: 'a = 1', limit: 200, geometry: true },
    { type: 'draw', id: 1, features: [] },
    { type: 'draw', id: 1, features: [point(1, 2, { key: 'a', color: '#ff0000' }), line(2)] },
    { type: 'askLocation', id: 1 },
    { type: 'filter', id: 1, layer: 'stops', where: '' },
    { type: 'notify', id: 1, text: '' },
  ])('is valid: %j', (message) => expect(valid(message)).toBe(true));

  it.each([
    { type: 'goTo', lat: 51, lng: 71 },
    { type: 'goTo', id: 1, lat: 91, lng: 71 },
    { type: 'goTo', id: 1, lat: Number.NaN, lng: 71 },
    { type: 'goTo', id: 1, lat: 51, lng: 71, token: 'x' },
    { type: 'read', id: 1, layer: 'stops', from: 'everywhere' },
    { type: 'read', id: 1, layer: 'stops', from: 'view', limit: 201 },
    { type: 'draw', id: 1, features: [point(181)] },
    { type: 'draw', id: 1, features: [point(1, 2, { color: 'url(//x)' })] },
    { type: 'draw', id: 1, features: [point(1, 2, { title: '<img onerror=alert(1)>' })] },
    { type: 'draw', id: 1, features: Array.from({ length: extensionLimits.graphics + 1 }, () => point()) },
    { type: 'draw', id: 1, features: [line(extensionLimits.vertices + 1)] },
    { type: 'filter', id: 1, layer: 'stops', where: 'x'.repeat(2001) },
    { type: 'filter', id: 1, layer: 'stops', where: '1=1) OR (1=1' },
    { type: 'notify', id: 1, text: 'x'.repeat(extensionLimits.notice + 1) },
    { type: 'credentials', id: 1 },
    { type: '__proto__', id: 1 },
  ])('is invalid: %j', (message) => expect(valid(message)).toBe(false));

  it('is read only if it is bounded plain data', () => {
    expect(isBounded({ type: 'draw', id: 1, features: [line(1000)] })).toBe(true);
    expect(isBounded('x'.repeat(extensionLimits.characters + 1))).toBe(false);
    expect(isBounded(Array.from({ length: extensionLimits.values }, () => 0))).toBe(false);
    expect(isBounded({ a: new Uint8Array(1e6) })).toBe(false);
    expect(isBounded(new Map())).toBe(false);
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(isBounded(circle)).toBe(false);
  });

  it('of any JSON is accepted or refused without an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isBounded(value)).toBe(true);
        extensionRequestSchema.safeParse(value);
        extensionHelloSchema.safeParse(value);
      }),
    );
  });
});

describe('an extension in the configuration', () => {
  const faults = (parts: object) =>
    (
      appConfigSchema.safeParse({
        integrations: [
          { id: 'a', title: 'A', type: 'extension', url: 'https://ext.example/?lang={lang}', ...parts },
        ],
      }).error?.issues ?? []
    ).map(({ path }) => path.slice(2).join('.'));

  it('may do nothing unless it is granted', () => {
    expect(extensionOf({ type: 'extension', config: {} })).toMatchObject({
      place: 'panel',
      popup: false,
      permissions: [],
    });
    const config = { may: { view: true, filter: true } };
    expect(extensionOf({ type: 'extension', config })?.permissions).toEqual(['view', 'filter']);
    expect(faults({ config: { may: { everything: true } } })).toEqual([]);
  });

  it.each([
    [{ url: '/page.html' }, 'url'],
    [{ url: 'http://ext.example/' }, 'url'],
    [{ url: 'https://ext.example/?at={lat}' }, 'url'],
    [{ url: undefined }, 'url'],
    [{ display: 'window' }, 'display'],
    [{ config: { icon: 'javascript:alert(1)' } }, 'config.icon'],
    [{ config: { may: { view: 'yes' } } }, 'config.may.view'],
  ])('is invalid with %j', (parts, path) => expect(faults(parts)).toContain(path));

  it('is recognised without the definitions of kinds', () => {
    for (const type of integrationTypes)
      expect(isExtension({ type })).toBe(kindOf(type).extension !== undefined);
    expect(Object.keys(kinds)).toContain('extension');
    const tool = { type: 'extension', config: { place: 'tool' } } as const;
    expect(isToolExtension(tool)).toBe(extensionOf(tool)?.place === 'tool');
    const popup = { type: 'extension', config: { place: 'popup' } } as const;
    expect(isPopupExtension(popup)).toBe(extensionOf(popup)?.place === 'popup');
    expect(isPopupExtension(tool)).toBe(false);
  });

  it('that is only a button in popups has that button', () => {
    const config = { place: 'popup', popup: false };
    expect(extensionOf({ type: 'extension', config })).toMatchObject({ place: 'popup', popup: true });
  });
});
