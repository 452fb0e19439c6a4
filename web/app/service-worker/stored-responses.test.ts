import { describe, expect, it } from 'vitest';
import { offlineLimits } from '../../../wire/offline-maps.ts';
import { keyOf, kindOf, mayStore, mayStoreBody } from './stored-responses.ts';

const origin = 'https://maps.example';
const get = (url: string, parts: object = {}) =>
  kindOf({ url, method: 'GET', mode: 'cors', headers: new Headers(), ...parts }, origin);
const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const key = `${origin}/server/rest/services/trees/FeatureServer/0`;

describe('a request whose response is stored', () => {
  it.each([
    ['/assets/map-1a2b.js', 'file'],
    ['/portal/demo/sharing/rest/portals/self?f=json&culture=en', 'frame'],
    ['/portal/demo/sharing/rest/community/self?f=json', 'frame'],
    ['/portal/demo/sharing/rest/content/items/a1', 'map'],
    ['/portal/demo/sharing/rest/content/items/a1/data?f=json', 'map'],
    ['/server/rest/services/trees/FeatureServer/0/query?f=pbf&where=1%3D1', 'map'],
    ['/server/fonts/Noto/0-255.pbf', 'map'],
    ['https://services.example/arcgis/rest/services/x/VectorTileServer/tile/1/2/3.pbf', 'map'],
    ['https://tile.example/12/34/56.png', 'map'],
    ['https://org.maps.arcgis.com/sharing/rest/portals/self?f=json', 'frame'],
  ])('%s is a %s', (path, kind) => {
    expect(get(new URL(path, origin).href)).toBe(kind);
  });

  it.each([
    '/api/demo/config',
    '/api/demo/shared-maps/abc',
    '/api/session/demo/x/oauth2/token',
    '/demo/gallery',
    '/integrations/mapillary/',
    '/health',
    '/portal/demo/home/item.html',
    '/portal/demo/sharing/rest/oauth2/authorize',
    '/portal/demo/sharing/rest/generateToken',
    '/portal/demo/sharing/rest/search?q=x',
    '/portal/demo/sharing/rest/community/users/ada/notifications',
    '/portal/demo/sharing/rest/content/users/ada',
    '/portal/demo/sharing/rest/content/items/a1/comments',
    '/server/rest/services/places/GeocodeServer/findAddressCandidates?SingleLine=home',
    '/server/rest/admin/services/x',
    'https://portal.example/arcgis/tokens/generateToken',
  ])('%s is not', (path) => {
    expect(get(new URL(path, origin).href)).toBeUndefined();
  });

  it('is a GET for a whole resource, and no page', () => {
    expect(get(key, { method: 'POST' })).toBeUndefined();
    expect(get(key, { mode: 'navigate' })).toBeUndefined();
    expect(get(key, { headers: new Headers({ range: 'bytes=0-9' }) })).toBeUndefined();
    expect(get('blob:https://maps.example/1')).toBeUndefined();
  });

  it('is neither asked as a visitor would, nor for the state now', () => {
    expect(get(key, { credentials: 'omit' })).toBeUndefined();
    expect(get(`${key}?f=json&_=1`)).toBeUndefined();
  });
});

it('has the same key each time that a layer is refreshed', () => {
  expect(keyOf(`${key}/query?where=1&_ts=1`)).toBe(keyOf(`${key}/query?where=1&_ts=2`));
});

it('has no token or password in its key, in whatever parameter', () => {
  expect(keyOf(`${key}?password=s&subscription-key=s&x=1`)).toBe(`${key}?x=1`);
  expect(keyOf(`${key}?f=json&token=secret&x=1#part`)).toBe(`${key}?f=json&x=1`);
  expect(keyOf('https://tile.example/1.png?Access_Token=s&apiKey=s&api_key=s&key=s')).toBe(
    'https://tile.example/1.png',
  );
  expect(keyOf(`${key}?token=new`)).toBe(keyOf(`${key}?token=old`));
});

describe('a response', () => {
  const answer = (parts: object = {}, headers: Record<string, string> = {}) =>
    mayStore({ status: 200, type: 'cors', headers: new Headers(headers), ...parts }, key);

  it('is stored if it is readable, complete and not too large', () => {
    expect(answer()).toBe(true);
    expect(answer({ status: 404 })).toBe(false);
    expect(answer({ status: 206 })).toBe(false);
    expect(answer({ status: 0, type: 'opaque' })).toBe(false);
    expect(answer({}, { 'cache-control': 'no-store' })).toBe(true);
    expect(answer({}, { 'content-length': String(offlineLimits.responseBytes) })).toBe(true);
    expect(answer({}, { 'content-length': String(offlineLimits.responseBytes + 1) })).toBe(false);
  });

  it('is not stored if its body is an error, or too large', () => {
    expect(mayStoreBody(bytes('{"id":0,"name":"Trees"}'), key)).toBe(true);
    expect(mayStoreBody(bytes('{ "error": {"code":498,"message":"Invalid token"}}'), key)).toBe(false);
    expect(mayStoreBody(new ArrayBuffer(offlineLimits.responseBytes + 1), key)).toBe(false);
    expect(mayStoreBody(new ArrayBuffer(offlineLimits.attachmentBytes), `${key}/5/attachments/1`)).toBe(true);
    expect(mayStoreBody(new ArrayBuffer(offlineLimits.attachmentBytes + 1), `${key}/5/attachments/1`)).toBe(
      false,
    );
  });
});
