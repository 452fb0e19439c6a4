import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPortalData, type PortalData } from '../../../testing/rig/portal-data.ts';
import { addItem } from '../content/items/create-item.ts';
import { isServiceNameTaken } from './portal-organisation-store.ts';

let data: PortalData;

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('ada');
  await addItem(data.context, 'ada', {
    type: 'Feature Service',
    title: 'Roads of the city',
    name: 'City_Roads',
  } as Parameters<typeof addItem>[2]);
});
afterAll(() => data.stop());

it.each([
  ['City_Roads', 'Feature Service', true],
  ['city_roads', 'Feature Service', true],
  ['City_Roads', 'Map Service', false],
  ['City%Roads', 'Feature Service', false],
  ['CityXRoads', 'Feature Service', false],
  ['City_Roads ', 'Feature Service', false],
  ['Roads of the city', 'Feature Service', false],
  ["City_Roads' or true --", 'Feature Service', false],
])('reports %j of type %s as taken: %s', async (name, type, taken) => {
  expect(await isServiceNameTaken(data.database, 'mapping', name, type)).toBe(taken);
});
