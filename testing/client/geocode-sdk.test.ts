import * as locator from '@arcgis/core/rest/locator.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadGazetteer } from '../../server/gis/geocode/gazetteer/load-gazetteer-file.ts';
import type { Place } from '../../server/gis/geocode/place.ts';
import { type GeocodeTestServer, startGeocodeServer } from '../rig/geocode-server.ts';

// The locator of the ArcGIS SDK, used by its Search and by popups, running in Node.

let server: GeocodeTestServer;

const at = { longitude: 71.4306, latitude: 51.1282, city: 'Астана', countryCode: 'KZ' };
const places: Place[] = [
  { id: 's', kind: 'street', names: ['проспект Абая'], ...at },
  { id: 'a', kind: 'address', names: [], street: 'проспект Абая', houseNumber: '12', ...at },
];
const location = { x: at.longitude, y: at.latitude, spatialReference: { wkid: 4326 } };

beforeAll(async () => {
  server = await startGeocodeServer();
  await loadGazetteer(server.database, places, { dataset: 'few' });
});
afterAll(() => server.stop());

test('suggests, and finds each suggestion in Web Mercator', { timeout: 60_000 }, async () => {
  const suggestions = await locator.suggestLocations(server.url, { text: 'abay 12', location });
  expect(suggestions[0]).toMatchObject({ text: 'проспект Абая 12, Астана, KAZ', isCollection: false });
  const [found] = await locator.addressToLocations(server.url, {
    address: { SingleLine: suggestions[0]!.text },
    magicKey: suggestions[0]!.magicKey!,
    outFields: ['*'],
    outSpatialReference: { wkid: 102100 },
  });
  expect(found).toMatchObject({ score: 100, attributes: { AddNum: '12' } });
  expect(found!.location).toMatchObject({
    x: expect.closeTo(7_951_618, 0),
    spatialReference: { wkid: 102100 },
  });
  expect(found!.extent!.contains(found!.location!)).toBe(true);
});

test('finds batches and the address of a place', async () => {
  const located = await locator.addressesToLocations(server.url, {
    addresses: [{ OBJECTID: 5, SingleLine: 'Абая 12' }],
  });
  expect(located[0]!.attributes).toMatchObject({ ResultID: 5, Addr_type: 'PointAddress' });
  const { address, attributes } = await locator.locationToAddress(server.url, { location });
  expect([address, (attributes as any).AddNum]).toEqual(['проспект Абая 12, Астана', '12']);
});

test('reports why nothing was found', async () => {
  const nowhere = { x: -30, y: 0, spatialReference: { wkid: 4326 } };
  await expect(locator.locationToAddress(server.url, { location: nowhere })).rejects.toMatchObject({
    name: 'request:server',
    details: { httpStatus: 400 },
  });
});
