import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { long } from '../rig/long.ts';
import { ask, fill } from '../rig/walls/check-cell.ts';
import { portalCells } from '../rig/walls/portal-cells.ts';
import {
  createTwoOrganisations,
  type Places,
  type TwoOrganisations,
} from '../rig/walls/two-organisations.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/**
 * The caller's own content at the address of another organisation's user, whom the content gives no right to: the walls try the other
 * organisation's content only. Nothing is written to its audit log, and the response is that for an unknown user.
 */
let server: TestServer;
let two: TwoOrganisations;

beforeAll(async () => {
  server = await startTestServer({
    trustProxy: 'loopback',
    secretsKey: randomBytes(32).toString('base64'),
  });
  two = await createTwoOrganisations(server);
});
afterAll(() => server.stop());

type Caller = 'hal' | 'olga';

/** An item of the caller's for each request: it may be deleted. */
async function ownItem(as: Caller): Promise<string> {
  const item = { type: 'Web Map', title: 'Quay', text: '{}' };
  return (await two.call(`/content/users/${as}/addItem`, item, as))['id'] as string;
}

/** Whoever the user is, these are wrong: a refusal of them must not depend on whether the user exists. */
const wrong = { num: 'x', start: 'x', sortField: 'x', sortOrder: 'x', folders: 'x', foldersContent: 'x' };

/** The response to a row of the table, without its input. */
async function answer(row: string, as: Caller, places: Places, more: object = {}): Promise<string> {
  const address = `/portal/harbour/sharing/rest${fill(row, places)}`;
  const send = { f: 'json', ...portalCells[row]!.send?.(places, { ...two.own, item: places.item }), ...more };
  const { status, body } = await ask({ server, two }, { as, method: 'POST', address, send });
  return `${status} ${body.replaceAll(places.item, 'ITEM').replaceAll(places.user, 'USER')}`;
}

const entriesOfCity = () =>
  server.database
    .selectFrom('audit_entry')
    .select(['actor', 'act', 'subject', 'detail'])
    .where('org_id', '=', two.things.private.portal)
    .orderBy('id')
    .execute();

const callers: readonly Caller[] = ['hal', 'olga'];
const rows = Object.keys(portalCells);
const ofUsers = rows.filter((row) => row.includes('/users/:user'));

test('there are many such operations', () => {
  expect(ofUsers.length).toBeGreaterThan(80);
});

/** In `npm test`, each row is asked by one of the callers. */
const rowsOf = (as: Caller, of: readonly string[]) =>
  of.filter((_row, index) => long || index % callers.length === callers.indexOf(as));

describe.each(callers)('%s', (as) => {
  test.each(rowsOf(as, ofUsers))('at %s', async (row) => {
    const before = await entriesOfCity();
    const of = async (user: string, more?: object) =>
      answer(row, as, { ...two.nothing, group: two.own.group, user, item: await ownItem(as) }, more);
    const [unknown, ...known] = await Promise.all(['nobody', 'grace', 'secretive'].map((user) => of(user)));
    // Members see each other in their organisation only, and a private profile is hidden from all but administrators.
    expect(known).toEqual([unknown, unknown]);
    const [one, other] = await Promise.all(['nobody', 'secretive'].map((user) => of(user, wrong)));
    expect(one).toBe(other);
    await of(two.open.user);
    expect(await entriesOfCity()).toEqual(before);
  });

  const ofContent = rows.filter((row) => row.includes('/:id'));
  test.each(rowsOf(as, ofContent))('with public content at %s', async (row) => {
    const before = await entriesOfCity();
    await answer(row, as, { ...two.nothing, ...two.open });
    expect(await entriesOfCity()).toEqual(before);
  });
});
