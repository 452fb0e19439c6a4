import { expect, test } from 'vitest';
import { ArcgisPaths } from './arcgis-paths.ts';

function paths(): ArcgisPaths {
  const known = new ArcgisPaths();
  for (const route of [
    '/server/rest/services/:name/FeatureServer/:layer/query',
    '/portal/sharing/rest/portals/:portal',
    '/portal/sharing/rest/search',
    '/server/rest/services/:name/VectorTileServer/*',
    '/api/:org/config',
  ])
    known.add(route);
  return known;
}

test.each([
  [
    'a route in capitals',
    '/SERVER/rest/Services/City/featureserver/0/QUERY?F=json',
    '/server/rest/services/City/FeatureServer/0/query?F=json',
  ],
  ['a slash at the end', '/portal/Sharing/rest/PORTALS/self/', '/portal/sharing/rest/portals/self/'],
  [
    'a wildcard',
    '/server/rest/services/City/vectortileserver/Tile/1/2/3.pbf',
    '/server/rest/services/City/VectorTileServer/Tile/1/2/3.pbf',
  ],
  ['no route', '/server/rest/Services/City/MapServer', '/server/rest/Services/City/MapServer'],
  ['our own API', '/API/town/config', '/API/town/config'],
])('spells %s', (_what, url, spelled) => {
  const known = paths();
  expect([known.spell(url), known.spell(url)]).toEqual([spelled, spelled]);
});

test('a path that was spelled before has the query of each request', () => {
  const known = paths();
  const queries = ['?f=json', '?f=PBF&x=/A', '', '#A'];
  const spelled = queries.map((query) => known.spell(`/portal/sharing/REST/portals/Self${query}`));
  expect(spelled).toEqual(queries.map((query) => `/portal/sharing/rest/portals/Self${query}`));
});
