import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createdSharedMapSchema } from '../../wire/shared-map.ts';
import { type SharingTowns, startSharingTowns } from '../rig/sharing-towns.ts';

let towns: SharingTowns;
const call: SharingTowns['call'] = (...request) => towns.call(...request);

beforeAll(async () => {
  towns = await startSharingTowns();
});
afterAll(() => towns.stop());

async function share(body: object, as = 'grace', org = 'town') {
  const response = await call('POST', '', { as, org, body: { title: 'My map', ...body } });
  expect(response.status).toBe(201);
  return createdSharedMapSchema.parse(await response.json());
}

/** Maps shared by link, by the items and services that they use. */
describe('what uses an item', () => {
  const item = 'a1'.repeat(16);
  const service = 'https://city.example/server/rest/services/Lines/FeatureServer';
  const layer = (more: object) => ({ version: '2.31', operationalLayers: [more], baseMap: { title: 'B' } });
  const titles = async (as: string, uses: string[], org = 'town') => {
    const query = new URLSearchParams({ scope: 'all' });
    for (const each of uses) query.append('uses', each);
    const response = await call('GET', `?${query}`, { as, org });
    return (await response.json()).results?.map(({ title }: { title: string }) => title);
  };

  test('is found among the own shared maps, by administrators among all, while they can be opened', async () => {
    await share({ title: 'By item', webMap: layer({ title: 'A', itemId: item }) });
    await share({ title: 'By service', webMap: layer({ title: 'B', url: `${service}/0` }) }, 'bob');
    const ended = await share({ title: 'Ended', webMap: layer({ title: 'C', itemId: item }) });
    await call('DELETE', `/${ended.sid}`, { as: 'grace' });
    await share({ title: 'Elsewhere', webMap: layer({ title: 'D', itemId: item }) }, 'grace', 'open');
    const uses = [item, service.replace('https', 'http').replace('FeatureServer', 'VectorTileServer')];
    expect(await titles('grace', uses)).toEqual(['By item']);
    expect(await titles('bob', uses)).toEqual(['By service']);
    expect((await titles('ada', uses)).toSorted()).toEqual(['By item', 'By service']);
    expect(await titles('ada', ['b2'.repeat(16)])).toEqual([]);
    expect(await titles('hedy', uses)).toEqual([]);
    expect((await call('GET', `?uses=${item}`)).status).toBe(401);
  });
});
