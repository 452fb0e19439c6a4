import { afterEach, describe, expect, it, vi } from 'vitest';
import { answeredKind, askKind } from './ask-kind.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the kind of a response', () => {
  it.each([
    ['{"title":"City","links":[{"rel":"self"},{ "rel" : "data" }]}', 'ogc-features'],
    ['{"links":[{"rel":"http://www.opengis.net/def/rel/ogc/1.0/conformance"}]}', 'ogc-features'],
    ['{"type":"FeatureCollection","links":[{"rel":"data"}],"features":[', 'geojson'],
    ['{"version": 8, "name":"Bright","sources":{}}', 'vector-style'],
    ['{"error":{"code":400}}', undefined],
    ['<?xml version="1.0"?><!-- a --><WMS_Capabilities version="1.3.0">', 'wms'],
    ['<!DOCTYPE WMT_MS_Capabilities SYSTEM "x.dtd"><WMT_MS_Capabilities version="1.1.1">', 'wms'],
    ['<wfs:WFS_Capabilities version="2.0.0">', 'wfs'],
    ['<Capabilities xmlns="http://www.opengis.net/wmts/1.0">', 'wmts'],
    ['<kml xmlns="http://www.opengis.net/kml/2.2">', 'kml'],
    ['<!doctype html><html><body>kml</body></html>', undefined],
    ['hello', undefined],
  ])('%s is %s', (text, kind) => {
    expect(answeredKind({ text, contentType: '' })).toBe(kind);
  });

  it('is that of its content type for files without a text', () => {
    const kindOf = (contentType: string) => answeredKind({ text: '\u0000', contentType });
    expect(['image/tiff; application=geotiff', 'image/png', 'text/csv; charset=utf-8'].map(kindOf)).toEqual([
      'cog',
      'picture',
      'csv',
    ]);
  });
});

describe('an address that does not say what it is', () => {
  const answer = (answers: (url: URL) => Response) => {
    vi.stubGlobal('fetch', (address: string) => Promise.resolve(answers(new URL(address))));
  };

  it('is asked for each standard that servers offer at one address', async () => {
    answer(({ searchParams }) =>
      searchParams.get('service') === 'WFS'
        ? new Response('<wfs:WFS_Capabilities>')
        : new Response('<ServiceExceptionReport/>', { status: 400 }),
    );
    await expect(askKind('https://x.org/geoserver/ows')).resolves.toBe('wfs');
  });

  it.each([
    ['<html>Sign in</html>', 200, 'add:not-a-service'],
    [' ', 200, 'add:empty'],
    ['hello', 200, 'add:unknown-address'],
    ['<h1>Not found</h1>', 404, 'layer:not-found'],
    ['', 503, 'layer:server-failed'],
  ])('with the response %s and status %d is refused by %s', async (text, status, id) => {
    answer(() => new Response(text, { status }));
    await expect(askKind('https://x.org/maps')).rejects.toMatchObject({ id });
  });

  it('of a server that does not respond says so', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(askKind('https://x.org/maps')).rejects.toMatchObject({ id: 'layer:unreachable' });
  });
});
