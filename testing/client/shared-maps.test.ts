import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeQuotas, saveUsualQuotas } from '../../server/portal/quotas/quota-store.ts';
import { problemSchema } from '../../wire/problem.ts';
import { createdSharedMapSchema, sharedMapSchema } from '../../wire/shared-map.ts';
import { type SharingTowns, startSharingTowns } from '../rig/sharing-towns.ts';

let towns: SharingTowns;
const call: SharingTowns['call'] = (...request) => towns.call(...request);

beforeAll(async () => {
  towns = await startSharingTowns();
});
afterAll(() => towns.stop());

const webMap = {
  version: '2.31',
  operationalLayers: [{ title: 'Stops', url: 'https://gis.example/0' }],
  baseMap: { title: 'B' },
};

async function share(body: object = {}, as = 'grace', org = 'town') {
  const response = await call('POST', '', { as, org, body: { title: 'My map', webMap, ...body } });
  expect(response.status).toBe(201);
  return createdSharedMapSchema.parse(await response.json());
}

async function problemOf(response: Response) {
  return problemSchema.parse(await response.json());
}

describe('sharing', () => {
  test('lets anyone with the link read a map shared by a member', async () => {
    const viewpoint = { latitude: 51.1, longitude: 71.4, zoom: 12, rotation: 0 };
    const { sid, url } = await share({ viewpoint });
    expect(url).toBe(`${towns.server.url}/town/map/sid/${sid}`);
    const shared = sharedMapSchema.parse(await (await call('GET', `/${sid}`)).json());
    expect(shared).toMatchObject({
      sid,
      title: 'My map',
      owner: 'grace',
      access: 'public',
      webMap,
      viewpoint,
      expires: null,
    });
  });

  test('is limited to members of groups that the sharer is in', async () => {
    const { sid } = await share({ access: 'groups', groups: ['rowers'] });
    const statusFor = async (as?: string) => (await call('GET', `/${sid}`, as ? { as } : {})).status;
    const statuses = async () => Promise.all(['bob', 'grace', 'ada', 'hedy', 'eve'].map(statusFor));
    expect([await statuses(), await statusFor()]).toEqual([[200, 200, 200, 403, 401], 401]);
    const refused = await call('GET', `/${sid}`, { as: 'hedy' });
    expect((await problemOf(refused)).id).toBe('shared-map:not-in-group');

    const change = (body: object) => call('PATCH', `/${sid}`, { as: 'grace', body });
    expect((await change({ access: 'groups', groups: ['divers'] })).status).toBe(200);
    expect(await statuses()).toEqual([403, 200, 200, 200, 401]);
    expect((await change({ access: 'members' })).status).toBe(200);
    expect(await statuses()).toEqual([200, 200, 200, 200, 401]);
    const [row] = await towns.server.database
      .selectFrom('shared_map')
      .select('groups')
      .where('sid', '=', sid)
      .execute();
    expect(row?.groups).toEqual([]);
  });

  test('refuses groups that the sharer is not in', async () => {
    const body = { title: 'My map', webMap, access: 'groups', groups: ['rowers', 'others'] };
    const response = await call('POST', '', { as: 'grace', body });
    expect([response.status, (await problemOf(response)).id]).toEqual([400, 'shared-map:unknown-group']);
  });

  test('stores the audience, without the tables that it may not see', async () => {
    const tables = [{ id: 'lines', url: 'https://gis.example/1' }];
    const audience = { preset: 'viewer', tables: false };
    const stops = { title: 'Stops', url: 'https://gis.example/0' };
    const { sid } = await share({
      webMap: {
        ...webMap,
        tables,
        operationalLayers: [{ ...stops, attributeTableInfo: { attributeTableElements: [] } }],
        mappingAudience: audience,
      },
    });
    const shared = sharedMapSchema.parse(await (await call('GET', `/${sid}`)).json());
    expect(shared.webMap).toEqual({
      ...webMap,
      operationalLayers: [stops],
      mappingAudience: { ...audience, exports: true, copies: true },
    });
  });

  test('refuses an audience that cannot be read', async () => {
    const body = { title: 'My map', webMap: { ...webMap, mappingAudience: { preset: 'nobody' } } };
    const response = await call('POST', '', { as: 'grace', body });
    expect(response.status).toBe(400);
    expect((await problemOf(response)).faults?.map(({ path }) => path)).toEqual([
      'webMap.mappingAudience.preset',
    ]);
  });

  test('removes tokens in layers before saving, and names them', async () => {
    const { sid, removed } = await share({
      webMap: {
        ...webMap,
        operationalLayers: [
          { url: 'https://gis.example/0?token=SECRET', customParameters: { token: 'SECRET' } },
        ],
      },
    });
    expect(removed).toEqual(['operationalLayers.0.url', 'operationalLayers.0.customParameters.token']);
    expect(await (await call('GET', `/${sid}`)).text()).not.toContain('SECRET');
    const saved = await towns.server.database
      .selectFrom('shared_map')
      .selectAll()
      .where('sid', '=', sid)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(saved)).not.toContain('SECRET');
  });

  test('lets anonymous visitors share only where the organisation allows it', async () => {
    expect((await call('POST', '', { body: { title: 'x', webMap } })).status).toBe(401);
    expect((await call('POST', '', { org: 'open', body: { title: 'x', webMap } })).status).toBe(201);
  });

  test('does not accept a user of another organisation of the same portal as a member', async () => {
    expect((await call('POST', '', { as: 'eve', body: { title: 'x', webMap } })).status).toBe(401);
  });

  test('names every fault of an invalid body', async () => {
    const response = await call('POST', '', {
      as: 'grace',
      body: { title: ' ', webMap: { operationalLayers: 5 }, expiresInDays: 0 },
    });
    expect(response.status).toBe(400);
    expect((await problemOf(response)).faults?.map((fault) => fault.path)).toEqual([
      'title',
      'webMap.operationalLayers',
      'expiresInDays',
    ]);
  });

  test('accepts a map of more than 1 MB and rejects one of more than 5 MB', async () => {
    const large = (bytes: number) => ({ title: 'x', webMap: { ...webMap, note: 'n'.repeat(bytes) } });
    expect((await call('POST', '', { as: 'grace', body: large(2_000_000) })).status).toBe(201);
    expect((await call('POST', '', { as: 'grace', body: large(5_000_001) })).status).toBe(413);
  });

  test('is refused with a reason while the portal is unavailable', async () => {
    const response = await call('POST', '', { org: 'stranded', as: 'grace', body: { title: 'x', webMap } });
    expect(response.status).toBe(503);
    expect((await problemOf(response)).id).toBe('membership:portal-unreachable');
  });
});

describe('reading', () => {
  test('a map for members requires a sign-in', async () => {
    const { sid } = await share({ access: 'members' });
    expect((await call('GET', `/${sid}`)).status).toBe(401);
    expect((await call('GET', `/${sid}`, { as: 'ada' })).status).toBe(200);
  });

  test('an unknown or foreign link is not found', async () => {
    const { sid } = await share();
    expect((await call('GET', '/zzzzzzzzzzzzzzzz')).status).toBe(404);
    expect((await call('GET', `/${sid}`, { org: 'open' })).status).toBe(404);
  });

  test('an expired link is reported as such', async () => {
    const { sid } = await share({ expiresInDays: 1 });
    await towns.server.database
      .updateTable('shared_map')
      .set({ expires_at: Date.now() - 1 })
      .where('sid', '=', sid)
      .execute();
    const response = await call('GET', `/${sid}`);
    expect([response.status, (await problemOf(response)).id]).toEqual([410, 'shared-map:expired']);
  });
});

describe('managing', () => {
  test('lets the owner rename and revoke a map; a revoked link is neither opened nor changed', async () => {
    const { sid } = await share();
    const renamed = await call('PATCH', `/${sid}`, {
      as: 'grace',
      body: { title: 'Renamed', expiresInDays: 7 },
    });
    expect(await renamed.json()).toMatchObject({ title: 'Renamed', expires: expect.any(Number) });
    expect((await call('DELETE', `/${sid}`, { as: 'grace' })).status).toBe(204);
    expect((await call('DELETE', `/${sid}`, { as: 'grace' })).status).toBe(204);
    const again = { as: 'grace', body: { title: 'Again', access: 'public', expiresInDays: null } };
    for (const response of [await call('GET', `/${sid}`), await call('PATCH', `/${sid}`, again)])
      expect([response.status, (await problemOf(response)).id]).toEqual([410, 'shared-map:revoked']);
  });

  test('deletes the document of a revoked map, which nothing can open again', async () => {
    const viewpoint = { latitude: 51.1, longitude: 71.4, zoom: 12, rotation: 0 };
    const { sid } = await share({ viewpoint });
    expect((await call('DELETE', `/${sid}`, { as: 'grace' })).status).toBe(204);
    const row = await towns.server.database
      .selectFrom('shared_map')
      .select(['title', 'web_map', 'viewpoint', 'hosts', 'uses'])
      .where('sid', '=', sid)
      .executeTakeFirst();
    expect(row).toEqual({ title: 'My map', web_map: {}, viewpoint: null, hosts: [], uses: [] });
  });

  test.each([
    'start=1e300',
    'start=99999999999999999999',
    'num=1e300',
    'start=1&start=2',
    'scope=all&scope=all',
  ])('lists with the unusual parameters %s', async (query) => {
    expect((await call('GET', `?${query}`, { as: 'grace' })).status).toBe(200);
  });

  test.each([
    [undefined, 401],
    ['eve', 401],
    ['grace', 403],
    ['ada', 200],
  ])('a map of another user: %s gets %i', async (as, status) => {
    const { sid } = await share({}, 'grace');
    await towns.server.database
      .updateTable('shared_map')
      .set({ owner: 'linus' })
      .where('sid', '=', sid)
      .execute();
    expect((await call('PATCH', `/${sid}`, { ...(as && { as }), body: { title: 'Mine now' } })).status).toBe(
      status,
    );
  });

  test('lists one’s own maps, and all of them for an administrator', async () => {
    const mine = await share({ title: 'Ada’s' }, 'ada', 'open');
    const grace = await share({ title: 'Grace’s' }, 'grace', 'open');
    const sids = async (path: string, as: string) =>
      ((await (await call('GET', path, { as, org: 'open' })).json()).results as { sid: string }[]).map(
        ({ sid }) => sid,
      );
    expect(await sids('', 'ada')).toEqual([mine.sid]);
    expect(await sids('?scope=all', 'grace')).toEqual([grace.sid]);
    expect(await sids('?scope=all&num=100', 'ada')).toEqual(expect.arrayContaining([mine.sid, grace.sid]));
    expect((await call('GET', '', { org: 'open' })).status).toBe(401);
  });

  test('requests a token’s owner from the portal once a minute', async () => {
    await call('GET', '', { as: 'grace' });
    const before = towns.portal.calls();
    await Promise.all([call('GET', '', { as: 'grace' }), call('GET', '', { as: 'grace' })]);
    expect(towns.portal.calls()).toBe(before);
  });
});

describe('quotas', () => {
  test('limit a user and an organisation, also with concurrent requests, and revoking makes room', async () => {
    const { count, own } = await towns.server.database
      .selectFrom('shared_map')
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        eb.fn.countAll<number>().filterWhere('owner', '=', 'ada').as('own'),
      ])
      .where('organisation', '=', 'open')
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    const send = (as: string | undefined) =>
      call('POST', '', { ...(as && { as }), org: 'open', body: { title: 'My map', webMap } });
    try {
      await changeQuotas(towns.server.database, '', { person_shared_maps: own + 1 });
      const mine = await Promise.all([send('ada'), send('ada'), send('ada')]);
      expect(mine.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
      const refused = mine.find(({ status }) => status === 409);
      expect(await problemOf(refused!)).toMatchObject({ id: 'quota:person-sharedMaps' });
      const { sid } = createdSharedMapSchema.parse(await mine.find(({ status }) => status === 201)?.json());
      expect((await call('DELETE', `/${sid}`, { as: 'ada', org: 'open' })).ok).toBe(true);
      expect((await send('ada')).status).toBe(201);
      await changeQuotas(towns.server.database, '', {
        person_shared_maps: null,
        organisation_shared_maps: count + 1,
      });
      const problem = await problemOf(await send(undefined));
      expect(problem).toMatchObject({ id: 'quota:organisation-sharedMaps', status: 409 });
    } finally {
      await saveUsualQuotas(towns.server.database);
    }
  });
});
