import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { long } from '../rig/long.ts';
import { password } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createWebFolder, type WebFolder } from '../rig/web-folder.ts';
import {
  ask as askIn,
  check as checkIn,
  fill,
  people,
  type Person,
  type Request,
} from '../rig/walls/check-cell.ts';
import { cellsOf } from '../rig/walls/cells-of-api.ts';
import { fingerprint } from '../rig/walls/fingerprint.ts';
import { apiCells, serviceCells } from '../rig/walls/other-cells.ts';
import { portalCells } from '../rig/walls/portal-cells.ts';
import { rowOf } from '../rig/walls/row-of.ts';
import {
  createTwoOrganisations,
  marker,
  type Places,
  type TwoOrganisations,
} from '../rig/walls/two-organisations.ts';

/**
 * Every route, called by a visitor, a member and an administrator of one organisation with ids, names and
 * usernames of another: nothing private is returned, nothing is changed, and existing content gets the same
 * response as missing content.
 */
let server: TestServer;
let webFolder: WebFolder;
let two: TwoOrganisations;
const routes: { method: string; url: string }[] = [];
/** The root, the address of the organisation, and that of the other. */
const addresses = ['/portal', '/portal/city', '/portal/harbour'];

beforeAll(async () => {
  webFolder = await createWebFolder();
  server = await startTestServer({
    trustProxy: 'loopback',
    webFolder: webFolder.path,
    metricsToken: 'nobody here has it',
    secretsKey: randomBytes(32).toString('base64'),
    onRoute: (route) => routes.push(route),
  });
  two = await createTwoOrganisations(server);
});
afterAll(async () => {
  await server.stop();
  await webFolder.remove();
});

const ask = (request: Request) => askIn({ server, two }, request);
/** Milliseconds for thousands of requests, on a machine that is busy. */
const manyRequests = 600_000;
let cells = 0;
const check: (...cell: CellOf<typeof checkIn>) => Promise<string[]> = (...cell) => {
  cells += 1;
  return checkIn({ server, two }, ...cell);
};
type CellOf<Check> = Check extends (world: any, ...cell: infer Cell) => unknown ? Cell : never;

/** Several at a time, but not so many that one waits for another. */
async function all(work: readonly (() => Promise<string[]>)[]): Promise<string[]> {
  const found: string[] = [];
  const queue = work.values();
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const next of queue) found.push(...(await next()));
    }),
  );
  return [...new Set(found)];
}

test('lists cells for every route of the running server, and no others', () => {
  const rows = new Set<string>();
  for (const route of routes.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')) {
    const { table, row, name } = rowOf(route);
    rows.add(`${name} ${row}`);
    expect(
      Object.hasOwn(table, row),
      `${route.method} ${route.url} has no cells. Add the row '${row}' to testing/rig/walls/${name}, with the parameters by which one organisation could reach into another.`,
    ).toBe(true);
  }
  const listed = [
    ...Object.keys(portalCells).map((row) => `portal-cells.ts ${row}`),
    ...Object.keys(serviceCells).map((row) => `serviceCells of other-cells.ts ${row}`),
    ...Object.keys(apiCells).map((row) => `apiCells of other-cells.ts ${row}`),
  ];
  expect(listed.filter((row) => !rows.has(row))).toEqual([]);
});

test('calls name content that its owner finds', async () => {
  const { replica, upload, image, mapComment, code, passkey, item } = two.things.private;
  const service = `${server.url}/server/city/rest/services/HiddenTrees/FeatureServer`;
  const find = async (address: string) => {
    const headers = { authorization: `Bearer ${two.tokens.grace}` };
    const response = await fetch(address, { headers });
    const body = await response.text();
    return body.startsWith('{"error"') ? body : response.status;
  };
  for (const path of [`replicas/${replica}`, `uploads/${upload}`, `0/images/${image}`])
    expect([path, await find(`${service}/${path}?f=json`)]).toEqual([path, 200]);
  const maps = `${server.url}/api/city/maps/${item}/comments`;
  expect(await find(`${maps}/${mapComment}/photos/1`)).toBe(200);
  const { headers } = await fetch(`${server.url}/city/m/${code}`, { redirect: 'manual' });
  expect(headers.get('location')).toBe(`/city/map/wid/${item}`);
  const { passkeys } = await two.call('/community/users/grace/passkeys', {}, 'grace');
  expect(passkeys).toMatchObject([{ id: passkey }]);
});

describe('one organisation cannot reach another', () => {
  let before: string[];
  beforeAll(async () => {
    before = await fingerprint(server.database, Object.values(two.things), marker);
  });

  /**
   * Items of every access level for operations on a single one; by POST, as the first test covers GET as
   * well. In `npm test`, each level but the first is requested at one of the addresses.
   */
  const levelsOf = (row: string, method = 'POST', at?: number) =>
    Object.values(two.things).filter(
      (_, index) =>
        index === 0 ||
        (method === 'POST' &&
          /:id|:name|:user/.test(row) &&
          (long || at === undefined || index % addresses.length === at)),
    );

  test.each([...addresses.entries()])(
    'by any operation of the portal, address %i: %s',
    async (at, address) => {
      const work = Object.entries(portalCells).flatMap(([row, cell]) =>
        people.flatMap((as) =>
          ['GET', 'POST'].flatMap((method) =>
            levelsOf(row, method, at).map((places) => () => {
              const root = `${address}/sharing${method === 'GET' && address === '/portal' ? '' : '/rest'}`;
              const addressOf = (of: Places) => root + fill(row === '/' ? '' : row, of);
              return check(`${root}${row}`, cell, { as, method }, addressOf, places);
            }),
          ),
        ),
      );
      expect(await all(work)).toEqual([]);
    },
  );

  test(
    'from its own account, group and portal',
    async () => {
      const reaching = Object.entries(portalCells).filter(
        ([row]) =>
          row.startsWith('/portals/:portal/') ||
          /^\/community\/groups\/:id\/(addUsers|removeUsers|updateUsers|invite)$/.test(row) ||
          /^\/content\/users\/:user\/(.*:id|:folder|publish|\w+Items|\w+Relationship)/.test(row),
      );
      const workOf = (as: 'hal' | 'olga', rows = reaching) =>
        rows.flatMap(([row, cell]) =>
          ['GET', 'POST'].flatMap((method) =>
            levelsOf(row, method).map((places) => () => {
              const overrides = {
                portal: 'self',
                user: as,
                ...(row.includes('groups/:id') && { id: two.own.group }),
              };
              const root = '/portal/harbour/sharing/rest';
              const name = `${root}${row} (as ${JSON.stringify(overrides)})`;
              return check(name, cell, { as, method }, (of) => root + fill(row, of, overrides), places);
            }),
          ),
        );
      // One after the other: Olga may add Hal to her group, which changes what he is answered.
      expect(await all(workOf('hal'))).toEqual([]);
      // Lists before the operations by which Olga adds to them.
      const isList = ([row]: (typeof reaching)[number]) => /\/(roles|trustedOrgs)$/.test(row);
      expect(await all(workOf('olga', reaching.filter(isList)))).toEqual([]);
      const others = reaching.filter((row) => !isList(row));
      expect(await all(workOf('olga', others))).toEqual([]);
    },
    manyRequests,
  );

  test(
    'by any operation of services',
    async () => {
      const work = Object.entries(serviceCells).flatMap(([row, cell]) =>
        ['/server', '/server/city', '/server/harbour'].flatMap((address, at) =>
          people.flatMap((as) =>
            methodsOf(`/server${row}`).flatMap((method) =>
              levelsOf(row, method, at)
                // The harbour has a service of this name too.
                .filter(({ service }) => address !== '/server/harbour' || service !== 'CrewTrees')
                .map(
                  (places) => () =>
                    check(`${address}${row}`, cell, { as, method }, (of) => address + fill(row, of), places),
                ),
            ),
          ),
        ),
      );
      expect(await all(work)).toEqual([]);
    },
    manyRequests,
  );

  test(
    'by any other route',
    async () => {
      const cellsOfApi = cellsOf(apiCells, two, server.url);
      // At both organisations' addresses, whatever the routes: the least that makes a matrix of them.
      for (const within of ['city', 'harbour'])
        expect(cellsOfApi.filter(({ name }) => name.includes(`/${within}/`)).length).toBeGreaterThan(50);
      const work = cellsOfApi.flatMap(({ name, cell, method, addressOf, places }) =>
        people.map((as) => () => check(name, cell, { as, method, bearer: true }, addressOf, places)),
      );
      expect(await all(work)).toEqual([]);
    },
    manyRequests,
  );

  test('which is unchanged after all of that', async () => {
    expect(await fingerprint(server.database, Object.values(two.things), marker)).toEqual(before);
    expect(cells).toBeGreaterThan(5000);
    // The number of tested cells, for the log.
    console.log(`${cells} cells between organisations`);
  });
});

describe('public content, seen from another organisation', () => {
  const read = (as: Person, address: string, send: Record<string, string> = {}) =>
    ask({ as, method: 'POST', address, send: { f: 'json', ...send } }).then(
      ({ body }) => JSON.parse(body) as Record<string, any>,
    );

  test.each(people)('is readable by %s', async (as) => {
    const { item, group, user, service } = two.open;
    const rest = '/portal/harbour/sharing/rest';
    expect(await read(as, `${rest}/content/items/${item}`)).toMatchObject({ title: 'Open parks' });
    expect(await read(as, `${rest}/content/items/${item}/data`)).toHaveProperty('baseMap');
    expect(await read(as, `${rest}/community/groups/${group}`)).toMatchObject({ title: 'Open group' });
    expect(await read(as, `${rest}/community/users/${user}`)).toMatchObject({ fullName: 'Pia Public' });
    expect(await read(as, `${rest}/search`, { q: `id:${item}` })).toMatchObject({ total: 1 });
    const { items } = await read(as, `${rest}/content/groups/${group}`);
    expect(items.map(({ id }: { id: string }) => id)).toEqual([item]);
    const layer = `/server/city/rest/services/${service}/FeatureServer/0`;
    const { features } = await read(as, `${layer}/query`, { where: '1=1', outFields: 'name' });
    expect(features).toMatchObject([{ attributes: { name: 'open' } }]);
    const refused = await read(as, `${layer}/deleteFeatures`, { where: '1=1' });
    expect(refused).toHaveProperty('error');
  });

  test('does not include its users: lists of an organisation hold only its own', async () => {
    for (const address of ['/portals/self/users', '/portals/self/users/search']) {
      const answer = await read('olga', `/portal/harbour/sharing/rest${address}`, { q: '*', num: '100' });
      const found: { username: string }[] = answer['users'] ?? answer['results'];
      expect(found.map(({ username }) => username).toSorted()).toEqual(['hal', 'olga']);
    }
  });

  test('keeps services of the same name separate', async () => {
    const name = 'CrewTrees/FeatureServer/0/query';
    const query = { where: '1=1', outFields: 'name' };
    const own = await read('olga', `/server/harbour/rest/services/${name}`, query);
    expect(own['features']).toMatchObject([{ attributes: { name: 'quay' } }]);
    expect(await read('olga', `/server/city/rest/services/${name}`, query)).toMatchObject({
      error: { code: 404 },
    });
  });
});

describe('maps that need attention', () => {
  const attention = async (organisation: string, as: keyof TwoOrganisations['tokens']) => {
    const address = `${server.url}/api/${organisation}/map-checks?attention=true`;
    const response = await fetch(address, { headers: { authorization: `Bearer ${two.tokens[as]}` } });
    const { results } = (await response.json()) as { results: { id: string }[] };
    return results.map(({ id }) => id).toSorted();
  };

  test('are listed at their organisation’s address, for its members, and for others when public', async () => {
    const broken = { item_modified_at: 0, checked_at: 1, attention: true };
    const ids = [two.open.item, two.own.item];
    await server.database
      .insertInto('map_check')
      .values(ids.map((item_id) => ({ item_id, ...broken })))
      .execute();
    const { private: hidden, org, group } = two.things;
    expect(await attention('city', 'ada')).toEqual(
      [hidden.item, org.item, group.item, two.open.item].toSorted(),
    );
    expect(await attention('city', 'olga')).toEqual([two.open.item]);
    expect(await attention('harbour', 'olga')).toEqual([two.own.item]);
    expect(await attention('harbour', 'ada')).toEqual([]);
  });
});

describe('signing in', () => {
  const at = (address: string, username: string) =>
    ask({
      as: 'visitor',
      method: 'POST',
      address: `${address}/sharing/rest/generateToken`,
      send: { f: 'json', username, password },
    });

  test('works at the address of one’s own organisation and at the root only', async () => {
    expect((await at('/portal/city', 'pia')).body).toContain('"token"');
    expect((await at('/portal', 'pia')).body).toContain('"token"');
    const elsewhere = await at('/portal/harbour', 'pia');
    expect(elsewhere.body).toBe((await at('/portal/harbour', 'nobody')).body);
    expect(elsewhere.body).toContain('Invalid username or password.');
  });

  test('by a link joins the organisation of the link’s author, whatever address it is used at', async () => {
    const invitationList = JSON.stringify({ invitations: [{ email: 'new@example.org' }] });
    const { invitations } = await two.call('/portals/self/invite', { invitationList }, 'ada');
    const send = { f: 'json', link: invitations[0].link, username: 'newcomer', password };
    const address = '/portal/harbour/sharing/rest/community/links/use';
    expect((await ask({ as: 'olga', method: 'POST', address, send })).body).toContain('"success":true');
    const { results } = await two.call('/portals/self/users/search', { q: 'newcomer' }, 'ada');
    expect(results).toMatchObject([{ username: 'newcomer' }]);
  });
});

function methodsOf(url: string): string[] {
  return [...new Set(routes.filter((route) => route.url === url).map(({ method }) => method))].filter(
    (method) => method !== 'HEAD' && method !== 'OPTIONS',
  );
}
