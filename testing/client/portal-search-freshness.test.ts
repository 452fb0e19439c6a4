import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

/** Responses of searches are stored until content changes: what another process writes is in the next response. */
const rig = useContentRig();
let other: TestServer;
beforeAll(async () => {
  other = await startTestServer({ databaseUrl: rig.databaseUrl });
});
afterAll(() => other.stop());

type Person = 'ada' | 'grace' | 'linus' | 'otto';

async function callAt(url: string, path: string, parameters: Record<string, string>, as?: Person) {
  const token = as && rig[as].token;
  const answer = await fetch(`${url}/portal/sharing/rest${path}`, {
    method: 'POST',
    body: new URLSearchParams({ f: 'json', ...parameters, ...(token && { token }) }),
  });
  return (await answer.json()) as { results?: { title: string }[]; error?: { code: number } };
}

/** Writes by the other process. */
async function write(path: string, parameters: Record<string, string>, as: Person = 'grace'): Promise<void> {
  const answer = await callAt(other.url, path, parameters, as);
  expect(answer.error).toBeUndefined();
}

/** Titles that this process finds. */
async function find(q: string, as?: Person): Promise<string[] | undefined> {
  const { results } = await callAt(rig.url, '/search', { q, num: '100', sortField: 'title' }, as);
  return results?.map(({ title }) => title);
}

const levels = {
  private: { everyone: 'false', org: 'false' },
  org: { everyone: 'false', org: 'true' },
  public: { everyone: 'true', org: 'true' },
};

const share = (id: string, access: keyof typeof levels) =>
  write(`/content/items/${id}/share`, levels[access]);

/** A map with a word that no other has. */
async function addMap(word: string, access: keyof typeof levels = 'public'): Promise<string> {
  const id = await rig.addMap({ title: `Map ${word}` });
  if (access !== 'private') await share(id, access);
  return id;
}

test('an item that is added, renamed and deleted', async () => {
  expect(await find('kookaburra')).toEqual([]);
  const id = await addMap('kookaburra');
  expect(await find('kookaburra')).toEqual(['Map kookaburra']);
  await write(`/content/users/grace/items/${id}/update`, { title: 'The kookaburra' });
  expect(await find('kookaburra')).toEqual(['The kookaburra']);
  await write(`/content/users/grace/items/${id}/delete`, {});
  expect(await find('kookaburra')).toEqual([]);
});

test('an item that becomes private', async () => {
  const id = await addMap('lyrebird');
  expect(await find('lyrebird')).toEqual(['Map lyrebird']);
  await share(id, 'private');
  expect(await find('lyrebird')).toEqual([]);
  expect(await find('lyrebird', 'grace')).toEqual(['Map lyrebird']);
});

test('an item that leaves a group, and a member who does', async () => {
  const id = await addMap('cassowary', 'private');
  await write(`/content/items/${id}/share`, { groups: 'team' });
  expect(await find('cassowary', 'linus')).toEqual(['Map cassowary']);
  await write(`/content/items/${id}/unshare`, { groups: 'team' });
  expect(await find('cassowary', 'linus')).toEqual([]);

  await write('/community/groups/team/addUsers', { users: 'Otto' }, 'linus');
  await write(`/content/items/${id}/share`, { groups: 'team' });
  expect(await find('cassowary', 'otto')).toEqual(['Map cassowary']);
  await write('/community/groups/team/removeUsers', { users: 'Otto' }, 'linus');
  expect(await find('cassowary', 'otto')).toEqual([]);
});

test('a group that is hidden', async () => {
  const id = await addMap('brolga');
  await write(`/content/items/${id}/share`, { groups: 'team' });
  await write('/community/groups/team/update', { access: 'public' }, 'linus');
  expect(await find('brolga group:team')).toEqual(['Map brolga']);
  await write('/community/groups/team/update', { access: 'private' }, 'linus');
  expect(await find('brolga group:team')).toEqual([]);
});

test('a user who is disabled', async () => {
  await addMap('jabiru', 'org');
  const dora = await rig.signIn('dora');
  const search = () => callAt(rig.url, '/search', { q: 'jabiru', token: dora.token });
  expect((await search()).results).toHaveLength(1);
  await write('/community/users/dora/disable', {}, 'ada');
  expect((await search()).error?.code).toBe(498);
});

test('a change that is committed after others', async () => {
  const id = await addMap('galah');
  const { database } = rig.portal.context;
  await database.transaction().execute(async (transaction) => {
    await sql`update portal_item set access = 'private' where id = ${id}`.execute(transaction);
    expect(await find('galah')).toEqual(['Map galah']);
    await addMap('corella');
    // Stored while the transaction that has been counted already is unfinished.
    expect(await find('galah')).toEqual(['Map galah']);
  });
  expect(await find('galah')).toEqual([]);
});

test('everything that is deleted at once', async () => {
  await addMap('currawong');
  expect(await find('currawong')).toEqual(['Map currawong']);
  await sql`truncate portal_item cascade`.execute(rig.portal.context.database);
  expect(await find('currawong')).toEqual([]);
});
