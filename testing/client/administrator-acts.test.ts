import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importConfig } from '../../server/operator/organisations.ts';
import * as operator from '../../server/operator/people.ts';
import type { PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';
import { createTown, type Town } from '../rig/town.ts';

/**
 * Everything an administrator does to an organisation or to other people leaves one line that says who, what and when, in
 * words the page of the log knows; what people do with their own content leaves none. A new act belongs into this table.
 */
let server: TestServer;
let town: Town;
let portal: PortalClient;
let grace: string;
let group: string;
const words = JSON.parse(
  readFileSync('web/features/administration/console/messages/en.json', 'utf8'),
) as object;
/** Secrets that the server made up. */
const known: Record<string, string> = {};
const secrets = ['a very secret password', 'AIza-a-secret-key'] as const;

beforeAll(async () => {
  server = await startTestServer({ secretsKey: randomBytes(32).toString('base64') });
  town = await createTown(server, { integrations: [{ id: 'cyclo', type: 'cyclomedia', title: 'Cyclo' }] });
  ({ portal } = town);
  for (const username of ['olga', 'sam']) await portal.addUser(username);
  grace = await portal.token('grace');
  group = (await call('/community/createGroup', { title: 'Crew', access: 'private' }))['group'].id;
});
afterAll(() => server.stop());

const call = (address: string, parameters: Record<string, string> = {}, token = town.ada) =>
  portal.call(address, { token, ...parameters });
const lines = () => server.database.selectFrom('audit_entry').selectAll().orderBy('id').execute();

/** A web map of grace's, and one she shares. */
const item = async () => {
  const made = await call(
    '/content/users/grace/addItem',
    { type: 'Web Map', title: 'Parks', text: '{"baseMap":{}}' },
    grace,
  );
  return made['id'] as string;
};
const ofGrace = async (act: string, parameters: Record<string, string> = {}) =>
  call(`/content/users/grace/items/${await item()}/${act}`, parameters);
const shared = async () => {
  const body = { title: 'Walk', webMap: { version: '2.31', operationalLayers: [], baseMap: {} } };
  const made = await town.api('shared-maps', { method: 'POST', body, as: grace });
  const { sid } = (await made.json()) as { sid: string };
  return (known['sid'] = sid);
};
const saved = async (change: object) => {
  const opened = await town.api('administration/config');
  const { config } = (await opened.json()) as { config: object };
  const headers = { 'if-match': opened.headers.get('etag') ?? '' };
  return town.api('administration/config', { method: 'PUT', body: { ...config, ...change }, headers });
};
const invited = async (invitation: object) => {
  const invitationList = JSON.stringify({ invitations: [invitation] });
  const answer = await call('/portals/self/invite', { invitationList });
  known['link'] ??= answer['invitations'][0].link;
  return answer;
};
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const tree = JSON.stringify({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [71, 51] } }],
});
/** Publishes a file of ada's own in the content of grace; resolves when the job has ended. */
const published = async (name: string, more: Record<string, string> = {}, text = tree) => {
  const file = await call('/content/users/ada/addItem', { type: 'GeoJson', title: name, text });
  const publishParameters = JSON.stringify({ name });
  const parameters = { itemid: file['id'], filetype: 'geojson', publishParameters, ...more };
  const { services } = await call('/content/users/grace/publish', parameters);
  const { serviceItemId, jobId } = services[0];
  const address = `/content/users/grace/items/${serviceItemId}/status`;
  const job = { status: 'processing' };
  await expect
    .poll(async () => Object.assign(job, await call(address, { jobId, jobType: 'publish' })).status, {
      timeout: 60_000,
    })
    .not.toBe('processing');
  return job;
};

/** What is done, and what the line says: act, subject (where it is not made up by the server), and part of the detail. */
const acts: [string, () => Promise<unknown>, string, string?, Record<string, unknown>?][] = [
  ['save the configuration', () => saved({ title: 'Town' }), 'config.saved', '2', { changed: ['title'] }],
  [
    'restore a revision',
    async () => {
      const tag = (await town.api('administration/config')).headers.get('etag') ?? '';
      const address = 'administration/revisions/1/restore';
      return town.api(address, { method: 'POST', headers: { 'if-match': tag } });
    },
    'config.restored',
    '3',
    { from: 1 },
  ],
  [
    'upload a logo',
    () =>
      town.api('administration/logo', {
        method: 'POST',
        body: pixel,
        headers: { 'content-type': 'image/png' },
      }),
    'logo.uploaded',
  ],
  [
    'set credentials',
    () =>
      town.api('integrations/cyclo/credentials', { method: 'PUT', body: { values: { apiKey: secrets[1] } } }),
    'integration.credentials-set',
    'cyclo',
    { fields: ['apiKey'] },
  ],
  [
    'remove credentials',
    () => town.api('integrations/cyclo/credentials', { method: 'DELETE' }),
    'integration.credentials-removed',
    'cyclo',
  ],
  [
    'rename a user’s shared map',
    async () => town.api(`shared-maps/${await shared()}`, { method: 'PATCH', body: { title: 'Ride' } }),
    'shared-map.changed',
    'grace',
    { title: 'Walk', changed: ['title'] },
  ],
  [
    'revoke a user’s shared map',
    async () => town.api(`shared-maps/${await shared()}`, { method: 'DELETE' }),
    'shared-map.revoked',
    'grace',
    { title: 'Walk' },
  ],
  ['invite a user', () => invited({ email: 'n@example.org' }), 'person.invited', 'n@example.org'],
  ['make an account', () => invited({ username: 'nele', password: secrets[0] }), 'person.created', 'nele'],
  [
    'revoke a link',
    async () => {
      const { links } = await call('/portals/self/links');
      return call(`/portals/self/links/${links[0].id}/revoke`);
    },
    'person.link-revoked',
  ],
  [
    'change a role',
    () => call('/portals/self/updateUserRole', { user: 'olga', role: 'org_publisher' }),
    'person.role-changed',
    'olga',
  ],
  [
    'change a profile',
    () => call('/community/users/olga/update', { fullName: 'Olga O' }),
    'person.changed',
    'olga',
  ],
  [
    'reset a password',
    async () => (known['reset'] = (await call('/community/users/olga/reset'))['link']),
    'person.password-reset',
    'olga',
  ],
  ['end sessions', () => call('/community/users/olga/endSessions'), 'person.sessions-ended', 'olga'],
  ['disable a user', () => call('/community/users/olga/disable'), 'person.disabled', 'olga'],
  ['enable a user', () => call('/community/users/olga/enable'), 'person.enabled', 'olga'],
  ['delete a user', () => call('/community/users/nele/delete'), 'person.deleted', 'nele'],
  [
    'make a group',
    () => call('/community/createGroup', { title: 'New', access: 'org' }),
    'group.created',
    undefined,
    { title: 'New' },
  ],
  [
    'change a group',
    () => call(`/community/groups/${group}/update`, { snippet: 'Us' }),
    'group.changed',
    undefined,
    { changed: ['snippet'] },
  ],
  [
    'protect a group',
    () => call(`/community/groups/${group}/protect`),
    'group.changed',
    undefined,
    { changed: ['protected'] },
  ],
  [
    'let go of a group’s protection',
    () => call(`/community/groups/${group}/unprotect`),
    'group.changed',
    undefined,
    { changed: ['protected'] },
  ],
  [
    'add categories to a group',
    () =>
      call(`/community/groups/${group}/assignCategorySchema`, {
        categorySchema: '{"categorySchema":[{"title":"Categories","categories":[{"title":"Water"}]}]}',
      }),
    'group.changed',
    undefined,
    { changed: ['categories'] },
  ],
  [
    'remove a group’s categories',
    () => call(`/community/groups/${group}/deleteCategorySchema`),
    'group.changed',
    undefined,
    { changed: ['categories'] },
  ],
  [
    'invite to a group',
    () => call(`/community/groups/${group}/invite`, { users: 'olga' }),
    'group.members-invited',
    undefined,
    { people: ['olga'] },
  ],
  [
    'add to a group',
    () => call(`/community/groups/${group}/addUsers`, { users: 'grace' }),
    'group.members-added',
    undefined,
    { people: ['grace'] },
  ],
  [
    'make a manager of a group',
    () => call(`/community/groups/${group}/updateUsers`, { admins: 'grace' }),
    'group.members-made-admin',
  ],
  [
    'make an ordinary member again',
    () => call(`/community/groups/${group}/updateUsers`, { users: 'grace' }),
    'group.members-made-member',
  ],
  [
    'remove from a group',
    () => call(`/community/groups/${group}/removeUsers`, { users: 'grace' }),
    'group.members-removed',
    undefined,
    { people: ['grace'] },
  ],
  [
    'reassign a group',
    () => call(`/community/groups/${group}/reassign`, { targetUsername: 'grace' }),
    'group.reassigned',
    undefined,
    { from: 'ada', to: 'grace' },
  ],
  ['delete a group', () => call(`/community/groups/${group}/delete`), 'group.deleted'],
  [
    'change a user’s item',
    () => ofGrace('update', { title: 'Lakes' }),
    'item.changed',
    'grace',
    { title: 'Parks' },
  ],
  ['protect a user’s item', () => ofGrace('protect'), 'item.changed', 'grace'],
  ['let go of an item’s protection', () => ofGrace('unprotect'), 'item.changed', 'grace'],
  ['move a user’s item', () => ofGrace('move', { folder: '/' }), 'item.changed', 'grace'],
  [
    'add a file to a user’s item',
    () => ofGrace('addResources', { text: '{}', fileName: 'a.json' }),
    'item.changed',
    'grace',
  ],
  [
    'set the picture of a user’s item',
    () => ofGrace('updateThumbnail', { data: `data:image/png;base64,${pixel.toString('base64')}` }),
    'item.changed',
    'grace',
  ],
  [
    'share a user’s item',
    () => ofGrace('share', { everyone: 'true', org: 'true' }),
    'item.shared',
    'grace',
    { access: 'public' },
  ],
  ['reassign an item', () => ofGrace('reassign', { targetUsername: 'olga' }), 'item.reassigned', 'grace'],
  ['delete a user’s item', () => ofGrace('delete'), 'item.deleted', 'grace', { title: 'Parks' }],
  [
    'delete a user’s items',
    async () => call('/content/users/grace/deleteItems', { items: await item() }),
    'item.deleted',
    'grace',
  ],
  [
    'add to a user’s content',
    () => call('/content/users/grace/addItem', { type: 'Web Map', title: 'Gift', text: '{}' }),
    'item.added',
    'grace',
    { title: 'Gift' },
  ],
  [
    'create a folder in a user’s content',
    () => call('/content/users/grace/createFolder', { title: 'Old' }),
    'folder.changed',
    'grace',
    { title: 'Old' },
  ],
  [
    'create a service in a user’s content',
    () =>
      call('/content/users/grace/createService', { createParameters: '{"name":"Empty"}', title: 'Empty' }),
    'item.added',
    'grace',
    { title: 'Empty' },
  ],
  [
    'publish into a user’s content',
    () => published('Trees'),
    'item.added',
    'grace',
    { title: 'Trees', item: expect.any(String) },
  ],
  [
    'publish over a user’s service',
    () => published('Trees', { overwrite: 'true' }),
    'item.changed',
    'grace',
    { title: 'Trees' },
  ],
];

async function newLines(work: () => Promise<unknown>) {
  const before = (await lines()).at(-1)?.id ?? 0;
  const answer = await work();
  const refused = answer instanceof Response ? !answer.ok : Object(answer)['error'] !== undefined;
  expect(refused).toBe(false);
  return (await lines()).filter(({ id }) => id > before);
}

describe('audit log of an administrator', () => {
  test.each(acts)('has an entry for “%s”', async (_what, work, act, subject, detail = {}) => {
    const began = Date.now();
    const written = await newLines(work);
    expect(written).toMatchObject([{ actor: 'ada', act, detail, ...(subject !== undefined && { subject }) }]);
    const { at, organisation } = written[0]!;
    expect(at).toBeGreaterThanOrEqual(began);
    expect(at).toBeLessThanOrEqual(Date.now());
    // What is done to the portal's people and content is in the log of every organisation that uses it.
    const own = /^(config|logo|integration|shared-map)\./.test(act);
    expect(organisation).toBe(own ? 'town' : null);
    expect(words).toHaveProperty([`administration.act.${act}`]);
  });
});

describe('audit log of an operator', () => {
  const file = path.join(tmpdir(), `mapping-town-${process.pid}.json`);
  test.each<[string, () => Promise<string>, string, string]>([
    [
      'importing a configuration',
      async () => {
        await writeFile(file, JSON.stringify({ title: 'T', portal: { url: '/portal' } }));
        return importConfig(server.database, 'town', file);
      },
      'config.imported',
      '4',
    ],
    ['creating a user', () => operator.addPerson(portal.context, 'ben', {}), 'person.created', 'ben'],
    [
      'resetting a password',
      () => operator.resetPassword(portal.context, 'ben'),
      'person.password-reset',
      'ben',
    ],
    ['disabling a user', () => operator.setDisabled(portal.context, 'ben', true), 'person.disabled', 'ben'],
    ['enabling a user', () => operator.setDisabled(portal.context, 'ben', false), 'person.enabled', 'ben'],
  ])('has an entry for %s', async (_what, work, act, subject) => {
    let said = '';
    const written = await newLines(async () => (said = await work()));
    expect(written).toMatchObject([{ actor: 'operator', act, subject }]);
    const told = / password (\S+)$/.exec(said)?.[1];
    if (told) known[act] = told;
  });
});

test('has no entry for users’ changes to their own content', async () => {
  const mine = await item();
  const sid = await shared();
  const own = `/content/users/grace/items/${mine}`;
  const written = await newLines(async () => {
    await call(`${own}/update`, { title: 'Mine' }, grace);
    await call(`${own}/delete`, {}, grace);
    await call('/content/users/grace/createFolder', { title: 'New' }, grace);
    await town.api(`shared-maps/${sid}`, { method: 'PATCH', body: { title: 'Mine' }, as: grace });
    return town.api(`shared-maps/${sid}`, { method: 'DELETE', as: grace });
  });
  expect(written).toEqual([]);
});

test('has an entry for changed visibility, also of own content', async () => {
  const mine = await item();
  const own = `/content/users/grace/items/${mine}`;
  const [line] = await newLines(() => call(`${own}/share`, { everyone: 'true', org: 'true' }, grace));
  expect(line).toMatchObject({
    actor: 'grace',
    act: 'item.shared',
    detail: { item: mine, access: 'public' },
  });
});

test('has no entry for a favourite, also of someone else’s item', async () => {
  const { favGroupId } = await call('/community/self');
  const id = await item();
  await call(`/content/users/grace/items/${id}/share`, { everyone: 'true', org: 'true' }, grace);
  for (const act of ['share', 'unshare'])
    expect(await newLines(() => call(`/content/items/${id}/${act}`, { groups: favGroupId }))).toEqual([]);
});

test('has no entry for a refused request', async () => {
  const sam = await portal.token('sam');
  const before = (await lines()).length;
  expect(await published('Nothing', {}, 'no trees')).toMatchObject({ status: 'failed' });
  expect((await ofGrace('reassign', { targetUsername: 'nobody' })).error).toBeDefined();
  expect((await ofGrace('updateResources', { text: 'x', fileName: 'none' })).error).toBeDefined();
  expect(
    (await call(`/content/users/grace/items/${await item()}/update`, { title: 'x' }, sam)).error,
  ).toBeDefined();
  expect(await lines()).toHaveLength(before);
});

test('has no secret in any entry', async () => {
  const all = JSON.stringify(await lines());
  for (const secret of [...secrets, town.ada, grace, ...Object.values(known)]) {
    expect(secret.length).toBeGreaterThan(10);
    expect(all).not.toContain(secret);
  }
});
