import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { limits } from '../../server/limits.ts';
import { changeQuotas, findUsage } from '../../server/portal/quotas/quota-store.ts';
import {
  mapCommentSchema,
  mapCommentsSchema,
  maxCommentLength,
  maxNamedComments,
  mentionsSchema,
} from '../../wire/map-comment.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let portal: PortalClient;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  for (const [name, role] of [
    ['grace', 'org_publisher'],
    ['hedy', 'org_publisher'],
    ['ada', 'org_admin'],
  ] as const) {
    await portal.addUser(name, { role });
    tokens[name] = await portal.token(name);
  }
  await saveConfig(server.database, 'town', { portal: { url: '/portal' } }, 'test');
  await saveConfig(server.database, 'other', { portal: { url: '/portal' } }, 'test');
});
afterAll(() => server.stop());

/** A web map of grace, or another item. */
async function addMap(access: 'private' | 'org' | 'public', type = 'Web Map'): Promise<string> {
  const token = tokens['grace'] ?? '';
  const item = { type, title: 'Bridges', text: '{"operationalLayers":[]}', token };
  const id = (await portal.call('/content/users/grace/addItem', item))['id'] as string;
  if (access !== 'private')
    await portal.call(`/content/users/grace/items/${id}/share`, {
      everyone: String(access === 'public'),
      org: 'true',
      token,
    });
  return id;
}

interface Request {
  /** undefined: a visitor. */
  as?: string | undefined;
  body?: unknown;
  photo?: Buffer;
  url?: string;
  signal?: AbortSignal;
}

function call(method: string, path: string, { as, body, photo, url = server.url, signal }: Request = {}) {
  const type = photo ? 'image/png' : 'application/json';
  return fetch(`${url}/api/town${path}`, {
    method,
    ...(signal && { signal }),
    headers: {
      ...(as && { authorization: `Bearer ${tokens[as]}`, 'x-portal': `${server.url}/portal` }),
      ...((body !== undefined || photo) && { 'content-type': type }),
    },
    ...((body !== undefined || photo) && { body: photo ? new Uint8Array(photo) : JSON.stringify(body) }),
  });
}

const place = { kind: 'point', longitude: 71.43, latitude: 51.13 };
const commentsOf = (map: string) => `/maps/${map}/comments`;

async function add(map: string, as: string | undefined, text: string, thread?: string) {
  const body = thread ? { thread, text } : { place, text };
  return mapCommentSchema.parse(await (await call('POST', commentsOf(map), { as, body })).json());
}

async function list(map: string, as?: string, query = '') {
  return mapCommentsSchema.parse(await (await call('GET', commentsOf(map) + query, { as })).json());
}

const texts = async (map: string, as?: string) => (await list(map, as)).comments.map(({ text }) => text);
const idOf = async (response: Response) => ((await response.json()) as { id: string }).id;

describe('comments of a map', () => {
  test('are conversations at places, in plain text, which members change, resolve and remove', async () => {
    const map = await addMap('org');
    const markup = '<img src=x onerror=alert(1)> **bold**';
    const first = await add(map, 'hedy', markup);
    expect(first).toMatchObject({ thread: first.id, place, text: markup, author: { username: 'hedy' } });
    const reply = await add(map, 'grace', 'Where?', first.id);
    expect(reply).toMatchObject({ thread: first.id, place: null });
    expect(await texts(map, 'ada')).toEqual([markup, 'Where?']);

    const at = `${commentsOf(map)}/${first.id}`;
    expect((await call('PATCH', at, { as: 'hedy', body: { text: 'Here' } })).status).toBe(204);
    expect((await call('PATCH', at, { as: 'grace', body: { resolved: true } })).status).toBe(204);
    expect((await list(map, 'hedy')).comments[0]).toMatchObject({
      text: 'Here',
      edited: expect.any(Number),
      resolved: { by: 'grace' },
    });
    const taken = await call('PATCH', at, { as: 'grace', body: { text: 'Taken' } });
    expect([taken.status, await idOf(taken)]).toEqual([403, 'comment:forbidden']);

    expect((await call('DELETE', at, { as: 'hedy' })).status).toBe(204);
    expect(await texts(map, 'hedy')).toEqual([]);
  });

  test('are added once when they are sent again after the response was lost', async () => {
    const map = await addMap('org');
    const body = { id: randomUUID(), place, text: 'Twice?' };
    const send = (more: object, as = 'hedy') =>
      call('POST', commentsOf(map), { as, body: { ...body, ...more } });
    const first = await (await send({})).json();
    expect(await (await send({})).json()).toEqual(first);
    expect(await texts(map, 'hedy')).toEqual(['Twice?']);

    // An id is not a way to another's comment, nor to another text.
    for (const answer of [await send({}, 'grace'), await send({ text: 'Other' })])
      expect([answer.status, await idOf(answer)]).toEqual([409, 'comment:invalid']);
    // On another map it is another comment.
    const elsewhere = await call('POST', commentsOf(await addMap('org')), { as: 'hedy', body });
    expect(elsewhere.status).toBe(201);
    expect(await elsewhere.json()).not.toMatchObject({ id: (first as { id: string }).id });
    expect(await texts(map, 'hedy')).toEqual(['Twice?']);
  });

  test('belong to web scenes as well, and to no other items', async () => {
    const scene = await addMap('org', 'Web Scene');
    await add(scene, 'hedy', 'Too high');
    expect(await texts(scene, 'grace')).toEqual(['Too high']);
    const other = await addMap('org', 'Web Mapping Application');
    expect(await list(other, 'hedy')).toMatchObject({ allowed: false, comments: [] });
  });

  test('are removed by who may change the map, which is recorded', async () => {
    const map = await addMap('org');
    const one = await add(map, 'hedy', 'First');
    const other = await add(map, 'grace', 'Second');
    expect((await call('DELETE', `${commentsOf(map)}/${other.id}`, { as: 'hedy' })).status).toBe(403);
    expect((await call('DELETE', `${commentsOf(map)}/${one.id}`, { as: 'grace' })).status).toBe(204);
    const acts = await server.database
      .selectFrom('audit_entry')
      .select(['actor', 'act', 'detail'])
      .where('subject', '=', map)
      .execute();
    expect(acts).toEqual([{ actor: 'grace', act: 'comment.removed', detail: { author: 'hedy' } }]);
  });

  test('show nothing to people the map is not for, whether it exists or not', async () => {
    const map = await addMap('private');
    const { id } = await add(map, 'grace', 'Secret');
    const nothing = { allowed: false, comments: [], next: null, visitors: false, moderates: false };
    for (const [wid, as] of [
      [map, 'hedy'],
      [map, undefined],
      ['f'.repeat(32), 'hedy'],
      ['not-an-item', 'hedy'],
    ] as const) {
      expect(await list(wid, as)).toEqual(nothing);
      for (const [method, path, body] of [
        ['POST', commentsOf(wid), { place, text: 'In' }],
        ['PUT', commentsOf(wid), { visitors: true }],
        ['PATCH', `${commentsOf(wid)}/${id}`, { resolved: true }],
        ['DELETE', `${commentsOf(wid)}/${id}`, undefined],
        ['GET', `${commentsOf(wid)}/${id}/photos/1`, undefined],
        ['GET', `/maps/${wid}/live?client=${randomUUID()}`, undefined],
        ['POST', `/maps/${wid}/presence`, { client: randomUUID(), rectangle: null }],
      ] as const) {
        const answer = await call(method, path, { as, body });
        expect([method, answer.status, await idOf(answer)]).toEqual([method, 404, 'comment:no-map']);
      }
    }
    expect(await texts(map, 'grace')).toEqual(['Secret']);
  });

  test('are for visitors where the map allows it', async () => {
    const map = await addMap('public');
    await add(map, 'hedy', 'Members only');
    expect(await list(map)).toMatchObject({ allowed: false, comments: [] });
    expect((await call('PUT', commentsOf(map), { as: 'hedy', body: { visitors: true } })).status).toBe(403);
    expect((await call('PUT', commentsOf(map), { as: 'grace', body: { visitors: true } })).status).toBe(204);
    const own = await add(map, undefined, 'From the street');
    expect(own.author).toEqual({ username: '', name: '' });
    expect(await texts(map)).toEqual(['Members only', 'From the street']);
    expect((await call('DELETE', `${commentsOf(map)}/${own.id}`)).status).toBe(401);
    expect((await call('DELETE', `${commentsOf(map)}/${own.id}`, { as: 'grace' })).status).toBe(204);
    await call('PUT', commentsOf(map), { as: 'grace', body: { visitors: false } });
    expect(await list(map)).toMatchObject({ allowed: false, comments: [] });
    const unclear = await call('PUT', commentsOf(map), { as: 'grace', body: { visitors: 'yes' } });
    expect([unclear.status, await unclear.json()]).toEqual([
      400,
      expect.objectContaining({ detail: expect.stringContaining('visitors') }),
    ]);
  });

  test('of one organisation are not those of another', async () => {
    const map = await addMap('org');
    const { id } = await add(map, 'grace', 'Town');
    const answer = await fetch(`${server.url}/api/other/maps/${map}/comments/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${tokens['grace']}`, 'x-portal': `${server.url}/portal` },
    });
    expect(answer.status).toBe(404);
    expect(await texts(map, 'grace')).toEqual(['Town']);
  });
});

describe('a comment is refused', () => {
  test.each([
    ['without a text', { place, text: '   ' }],
    ['with a text that is too long', { place, text: 'a'.repeat(4001) }],
    ['at no place on earth', { place: { ...place, latitude: 91 }, text: 'Up' }],
    ['without a place or a conversation', { text: 'Nowhere' }],
  ])('%s', async (_what, body) => {
    const answer = await call('POST', commentsOf(await addMap('org')), { as: 'grace', body });
    expect([answer.status, await idOf(answer)]).toEqual([400, 'comment:invalid']);
  });

  test('in a conversation that was removed', async () => {
    const body = { thread: randomUUID(), text: 'Late' };
    const answer = await call('POST', commentsOf(await addMap('org')), { as: 'grace', body });
    expect([answer.status, await idOf(answer)]).toEqual([404, 'comment:no-thread']);
  });

  test('when the map has too many', async () => {
    const map = await addMap('org');
    await fill(map, (await add(map, 'grace', 'First')).id, limits.mapComments - 1);
    const answer = await call('POST', commentsOf(map), { as: 'grace', body: { place, text: 'One more' } });
    expect([answer.status, await idOf(answer)]).toEqual([403, 'comment:too-many']);
  });
});

/** Adds replies of one moment to a conversation. */
async function fill(map: string, thread: string, count: number, text = 'x'): Promise<void> {
  const written = { organisation: 'town', wid: map, thread, text, username: 'grace', author: 'Grace' };
  const rest = { place: null, created_at: 1, edited_at: null, resolved_at: null, resolved_by: null };
  const rows = Array.from({ length: count }, () => ({ id: randomUUID(), ...written, ...rest }));
  for (let at = 0; at < rows.length; at += 500)
    await server.database
      .insertInto('map_comment')
      .values(rows.slice(at, at + 500))
      .execute();
}

describe('the response is bounded', () => {
  test('to a page, and the next one begins after it, in which nothing is missing or twice', async () => {
    const map = await addMap('org');
    const first = await add(map, 'grace', 'First');
    await fill(map, first.id, limits.mapCommentsPerPage + 1);
    const one = await list(map, 'hedy');
    expect(one.comments).toHaveLength(limits.mapCommentsPerPage);
    const other = await list(map, 'hedy', `?after=${one.next}`);
    expect([other.next, other.comments.at(-1)]).toEqual([null, first]);
    const ids = [...one.comments, ...other.comments].map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([limits.mapCommentsPerPage + 2, ids.length]);
  });

  test('to a page of long texts', async () => {
    const map = await addMap('org');
    const long = 'a'.repeat(maxCommentLength);
    const first = await add(map, 'grace', long);
    await fill(map, first.id, 60, long);
    const one = await list(map, 'hedy');
    const characters = one.comments.length * maxCommentLength;
    expect(characters - limits.mapCommentCharactersPerPage).toBe(maxCommentLength);
    const other = await list(map, 'hedy', `?after=${one.next}`);
    expect([one.comments.length + other.comments.length, other.next]).toEqual([61, null]);
  });

  test('to the named comments that there still are, of this map', async () => {
    const [map, elsewhere] = [await addMap('org'), await addMap('org')];
    const [one, other, removed] = [
      await add(map, 'grace', 'One'),
      await add(map, 'grace', 'Other'),
      await add(map, 'grace', 'Removed'),
    ];
    await add(map, 'grace', 'Not named');
    const hidden = await add(elsewhere, 'grace', 'Elsewhere');
    await call('DELETE', `${commentsOf(map)}/${removed.id}`, { as: 'grace' });
    const ids = [other, removed, hidden, one].map(({ id }) => id);
    expect(await list(map, 'hedy', `?ids=${ids}`)).toMatchObject({ comments: [one, other], next: null });
    expect(await list(map, 'hedy', '?ids=')).toMatchObject({ allowed: true, comments: [] });
  });

  test.each([
    ['after=x'],
    ['after=1.x'],
    [`after=${'9'.repeat(20)}.${randomUUID()}`],
    ['ids=x'],
    [`ids=${Array.from({ length: maxNamedComments + 1 }, () => randomUUID())}`],
  ])('and others are refused: %s', async (query) => {
    const answer = await call('GET', `${commentsOf(await addMap('org'))}?${query}`, { as: 'grace' });
    expect([answer.status, await idOf(answer)]).toEqual([400, 'comment:invalid-query']);
  });
});

const png = Buffer.from('\x89PNG\r\n\x1a\n rest', 'latin1');
const another = (number: number) => Buffer.concat([png, Buffer.from([number])]);

describe('photos', () => {
  test('belong to the author’s comment, and are shown to who sees it', async () => {
    const map = await addMap('org');
    const { id } = await add(map, 'hedy', 'Look');
    const photos = `${commentsOf(map)}/${id}/photos`;
    expect((await call('POST', photos, { as: 'hedy', photo: png })).status).toBe(201);
    expect((await call('POST', photos, { as: 'grace', photo: png })).status).toBe(403);
    expect((await list(map, 'grace')).comments[0]?.photos).toEqual([1]);
    const shown = await call('GET', `${photos}/1`, { as: 'grace' });
    expect([shown.headers.get('content-type'), Buffer.from(await shown.arrayBuffer())]).toEqual([
      'image/png',
      png,
    ]);
    for (const number of ['2', '99999999999', '1e300', 'x'])
      expect((await call('GET', `${photos}/${number}`, { as: 'grace' })).status).toBe(404);
    for (const number of [2, 3, 4])
      expect(await (await call('POST', photos, { as: 'hedy', photo: another(number) })).json()).toEqual({
        number,
      });
    const fifth = await call('POST', photos, { as: 'hedy', photo: another(5) });
    expect([fifth.status, await idOf(fifth)]).toEqual([403, 'comment:too-many-photos']);
  });

  test('that are sent again, because the response was lost, are stored once', async () => {
    const map = await addMap('org');
    const { id } = await add(map, 'hedy', 'Look');
    const photos = `${commentsOf(map)}/${id}/photos`;
    const send = async (photo: Buffer) => {
      const answer = await call('POST', photos, { as: 'hedy', photo });
      return [answer.status, await answer.json()];
    };
    const all = [png, another(2), another(3), another(4)];
    // The first one twice at once.
    const first = await Promise.all([send(png), send(png)]);
    expect(first).toEqual([
      [201, { number: 1 }],
      [201, { number: 1 }],
    ]);
    for (const photo of all) await send(photo);
    expect(await send(another(4))).toEqual([201, { number: 4 }]);
    expect((await list(map, 'hedy')).comments[0]?.photos).toEqual([1, 2, 3, 4]);
    // Another comment has photos of its own.
    const reply = await add(map, 'hedy', 'Here, too', id);
    const again = await call('POST', `${commentsOf(map)}/${reply.id}/photos`, { as: 'hedy', photo: png });
    expect(await again.json()).toEqual({ number: 1 });
  });

  test('count as bytes of their author, within the author’s quota, and not as those of the map’s owner', async () => {
    const used = (who: string) => findUsage(server.database, 'person', who);
    const map = await addMap('org');
    const { id } = await add(map, 'hedy', 'Look');
    const photos = `${commentsOf(map)}/${id}/photos`;
    const [before, ofOwner] = [await used('hedy'), await used('grace')];
    const { id: orgId } = await portal.call('/portals/self', { token: tokens['grace'] ?? '' });
    await changeQuotas(server.database, orgId, { person_bytes: before.bytes + png.length + 10 });
    onTestFinished(() => changeQuotas(server.database, orgId, { person_bytes: null }));
    expect((await call('POST', photos, { as: 'hedy', photo: png })).status).toBe(201);
    const more = await call('POST', photos, { as: 'hedy', photo: another(2) });
    expect([more.status, await idOf(more)]).toEqual([409, 'quota:person-bytes']);
    expect(await used('hedy')).toEqual({ ...before, bytes: before.bytes + png.length });
    expect(await used('grace')).toEqual(ofOwner);
    expect((await call('DELETE', `${commentsOf(map)}/${id}`, { as: 'hedy' })).status).toBe(204);
    expect(await used('hedy')).toEqual(before);
  });

  test('of a member who was deleted are charged to nobody', async () => {
    await portal.addUser('pia', { role: 'org_publisher' });
    tokens['pia'] = await portal.token('pia');
    const map = await addMap('org');
    const { id } = await add(map, 'pia', 'Look');
    await call('POST', `${commentsOf(map)}/${id}/photos`, { as: 'pia', photo: png });
    const { database } = server;
    const charges = () =>
      database.selectFrom('portal_charge').select('bytes').where('item_id', '=', ':pia').execute();
    expect(await charges()).toEqual([{ bytes: png.length }]);
    const token = tokens['ada'] ?? '';
    expect(await portal.call('/community/users/pia/delete', { token })).toMatchObject({ success: true });
    expect(await charges()).toEqual([]);
    expect((await list(map, 'grace')).comments[0]?.photos).toEqual([1]);
  });

  test('are photos, and not larger than the limit', async () => {
    const map = await addMap('org');
    const { id } = await add(map, 'hedy', 'Look');
    const photos = `${commentsOf(map)}/${id}/photos`;
    const page = await call('POST', photos, { as: 'hedy', photo: Buffer.from('<svg onload="alert(1)"/>') });
    expect([page.status, await idOf(page)]).toEqual([400, 'comment:bad-photo']);
    const huge = await call('POST', photos, {
      as: 'hedy',
      photo: Buffer.concat([png, Buffer.alloc(5_000_000)]),
    });
    expect(huge.status).toBe(413);
    expect((await list(map, 'hedy')).comments[0]?.photos).toEqual([]);
  });

  test('are deleted with their map', async () => {
    const map = await addMap('org');
    const { id } = await add(map, 'hedy', 'Look');
    await call('POST', `${commentsOf(map)}/${id}/photos`, { as: 'hedy', photo: png });
    await call('PUT', commentsOf(map), { as: 'grace', body: { visitors: true } });
    const rows = async () => {
      const { database } = server;
      const [comments, settings] = await Promise.all(
        (['map_comment', 'map_comment_setting'] as const).map((table) =>
          database.selectFrom(table).select('wid').where('wid', '=', map).execute(),
        ),
      );
      const photos = await database
        .selectFrom('map_comment_photo')
        .select('number')
        .where('comment', '=', id)
        .execute();
      return [comments?.length, settings?.length, photos.length];
    };
    expect(await rows()).toEqual([1, 1, 1]);
    const token = tokens['grace'] ?? '';
    expect(await portal.call(`/content/users/grace/items/${map}/delete`, { token })).toMatchObject({
      success: true,
    });
    expect(await rows()).toEqual([0, 0, 0]);
  });

  test('take limited space in a map, and of one author', async () => {
    const most = limits as { -readonly [Name in 'mapPhotoBytes' | 'photoBytesPerUser']: number };
    const { mapPhotoBytes, photoBytesPerUser } = limits;
    const photoOf = async (as: string, map: string) => {
      const { id } = await add(map, as, 'Look');
      const answer = await call('POST', `${commentsOf(map)}/${id}/photos`, { as, photo: png });
      return answer.status === 201 ? 201 : [answer.status, await idOf(answer)];
    };
    try {
      most.mapPhotoBytes = 2 * png.length;
      const [first, second] = [await addMap('org'), await addMap('org')];
      expect(await photoOf('ada', first)).toBe(201);
      expect(await photoOf('grace', first)).toBe(201);
      expect(await photoOf('ada', first)).toEqual([403, 'comment:too-many-photos']);
      most.photoBytesPerUser = 2 * png.length;
      expect(await photoOf('ada', second)).toBe(201);
      expect(await photoOf('ada', second)).toEqual([403, 'comment:too-many-photos']);
      expect(await photoOf('grace', second)).toBe(201);
    } finally {
      Object.assign(most, { mapPhotoBytes, photoBytesPerUser });
    }
  });
});

test('a mention is noticed until it is read, and only where the map is for its reader', async () => {
  const map = await addMap('org');
  const { id } = await add(map, 'grace', 'Look, @hedy and mail@hedy.example');
  const mentions = async (as: string) =>
    mentionsSchema.parse(await (await call('GET', '/mentions', { as })).json()).results;
  expect(await mentions('hedy')).toMatchObject([
    { id, thread: id, wid: map, text: 'Look, @hedy and mail@hedy.example' },
  ]);
  expect(await mentions('ada')).toEqual([]);
  const token = tokens['grace'] ?? '';
  await portal.call(`/content/users/grace/items/${map}/share`, { everyone: 'false', org: 'false', token });
  expect(await mentions('hedy')).toEqual([]);
  // Those of a hidden map do not take the places of others.
  const most = limits as { -readonly [Name in 'shownMentions']: number };
  const { shownMentions } = limits;
  onTestFinished(() => {
    most.shownMentions = shownMentions;
  });
  most.shownMentions = 1;
  const other = await addMap('org');
  const older = await add(other, 'grace', 'Here, @hedy');
  const newer = await add(map, 'grace', 'And here, @hedy');
  expect(await mentions('hedy')).toMatchObject([{ id: older.id }]);
  expect((await call('DELETE', `/mentions/${older.id}`, { as: 'hedy' })).status).toBe(204);
  expect((await call('DELETE', `${commentsOf(map)}/${newer.id}`, { as: 'grace' })).status).toBe(204);
  most.shownMentions = shownMentions;
  await portal.call(`/content/users/grace/items/${map}/share`, { everyone: 'false', org: 'true', token });
  expect((await call('DELETE', `/mentions/${id}`, { as: 'hedy' })).status).toBe(204);
  expect(await mentions('hedy')).toEqual([]);
  expect((await call('GET', '/mentions')).status).toBe(401);
});

test('mentions on maps that are not for their reader hide no others, however many they are', async () => {
  const { database } = server;
  const map = await addMap('org');
  const { id } = await add(map, 'grace', 'Look, @hedy');
  const shown = async () =>
    mentionsSchema
      .parse(await (await call('GET', '/mentions', { as: 'hedy' })).json())
      .results.map((mention) => mention.id);
  /** Newer comments than any of the others, on one map or on one each. */
  const mentionOn = (wid: string, count: number) =>
    sql`with added as (
        insert into map_comment (id, organisation, wid, thread, text, username, author, created_at)
        select id, 'town', case ${wid} when '' then md5(id::text) else ${wid} end, id, '@hedy', 'ada', 'Ada', 9e15
          from (select gen_random_uuid() as id from generate_series(1, ${count})) each returning id)
      insert into map_comment_mention (comment, organisation, username) select id, 'town', 'hedy' from added`.execute(
      database,
    );
  await mentionOn(await addMap('private'), 150);
  expect(await shown()).toEqual([id]);
  await mentionOn('', 150);
  expect([await shown(), await shown()]).toEqual([[], [id]]);
  expect((await call('DELETE', `/mentions/${id}`, { as: 'hedy' })).status).toBe(204);
});

describe('a comment that is removed meanwhile', () => {
  test.each([
    ['changed', (at: string) => call('PATCH', at, { as: 'hedy', body: { text: 'Here' } })],
    ['removed again', (at: string) => call('DELETE', at, { as: 'hedy' })],
    ['given a photo', (at: string) => call('POST', `${at}/photos`, { as: 'hedy', photo: png })],
  ] as const)('is not %s', async (_what, send) => {
    const map = await addMap('org');
    const { id } = await add(map, 'hedy', 'Look');
    const { waiting, sent } = await whileRemoved(id, () => send(`${commentsOf(map)}/${id}`));
    expect([waiting, sent.status, await idOf(sent)]).toEqual([true, 404, 'comment:not-found']);
  });

  test('gets no reply', async () => {
    const map = await addMap('org');
    const { id } = await add(map, 'hedy', 'Look');
    const body = { thread: id, text: 'Where?' };
    const { sent } = await whileRemoved(id, () => call('POST', commentsOf(map), { as: 'grace', body }));
    expect([sent.status, await idOf(sent)]).toEqual([404, 'comment:no-thread']);
  });

  /** Sends a request that waits for a transaction which removes the comment. */
  async function whileRemoved(id: string, send: () => Promise<Response>) {
    const { database } = server;
    const removal = await database.startTransaction().execute();
    await removal.deleteFrom('map_comment').where('id', '=', id).execute();
    const sending = send();
    const waiting = await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
      expect(rows.length).toBeGreaterThan(0);
      return true;
    });
    await removal.commit().execute();
    return { waiting, sent: await sending };
  }
});

describe('live', () => {
  /** Follows a map on a server; `events` grows. */
  async function follow(map: string, as: string, url = server.url) {
    const leaving = new AbortController();
    const client = randomUUID();
    const answer = await call('GET', `/maps/${map}/live?client=${client}`, {
      as,
      url,
      signal: leaving.signal,
    });
    const events: { event: string; data: any }[] = [];
    let ended = false;
    let fault: unknown;
    const read = async () => {
      let text = '';
      for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
        text += part;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, event] = /^event: (.*)$/m.exec(block) ?? [];
          if (event) events.push({ event, data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null') });
        }
      }
    };
    void read()
      .catch((cause: unknown) => (fault = cause))
      .finally(() => (ended = true));
    return { answer, client, events, ended: () => ended, fault: () => fault, leave: () => leaving.abort() };
  }

  const names = (events: { event: string; data: any }[]) =>
    new Set(events.flatMap(({ event, data }) => (event === 'person' ? [data.username] : [])));

  test('comments and people arrive from another process, and after that process was replaced', async () => {
    const map = await addMap('org');
    let second = await startTestServer({ databaseUrl: server.databaseUrl });
    const here = await follow(map, 'grace');
    expect(here.answer.headers.get('content-type')).toContain('text/event-stream');
    let there = await follow(map, 'hedy', second.url);
    await vi.waitFor(() => expect(names(here.events)).toEqual(new Set(['grace', 'hedy'])));
    await vi.waitFor(() => expect(names(there.events)).toEqual(new Set(['grace', 'hedy'])));

    const rectangle = [71, 51, 71.5, 51.5];
    const body = { client: there.client, rectangle };
    expect((await call('POST', `/maps/${map}/presence`, { as: 'hedy', body })).status).toBe(204);
    await vi.waitFor(() =>
      expect(here.events).toContainEqual({
        event: 'person',
        data: expect.objectContaining({ username: 'hedy', rectangle }),
      }),
    );

    here.events.length = 0;
    const greeting = { place, text: 'Hello' };
    const added = await call('POST', commentsOf(map), { as: 'hedy', body: greeting, url: second.url });
    const ids = [await idOf(added)];
    await vi.waitFor(() => expect(here.events).toContainEqual({ event: 'comments', data: { ids } }));
    // The notification comes after the comment can be read, and the views come in the order of the moves.
    expect(await texts(map, 'grace')).toEqual(['Hello']);
    here.events.length = 0;
    const views = [1, 2, 3].map((step) => [71, 51, 71.5 + step / 10, 51.5]);
    for (const view of views) {
      const moved = { client: there.client, rectangle: view };
      await call('POST', `/maps/${map}/presence`, { as: 'hedy', body: moved, url: second.url });
    }
    const shown = () => here.events.flatMap(({ data }) => (data?.rectangle ? [data.rectangle] : []));
    // Those between two notifications are left out.
    await vi.waitFor(() => expect(shown().at(-1)).toEqual(views.at(-1)));
    expect(views.filter((view) => shown().some((one) => `${one}` === `${view}`))).toEqual(shown());

    await second.stop();
    await vi.waitFor(() => expect(there.ended()).toBe(true));
    await vi.waitFor(() => expect(here.events.map(({ event }) => event)).toContain('left'));
    second = await startTestServer({ databaseUrl: server.databaseUrl });
    there = await follow(map, 'hedy', second.url);
    await vi.waitFor(() => expect(names(there.events)).toEqual(new Set(['grace', 'hedy'])));
    there.events.length = 0;
    const again = [(await add(map, 'grace', 'Hello again')).id];
    await vi.waitFor(() => expect(there.events).toContainEqual({ event: 'comments', data: { ids: again } }));
    here.leave();
    await vi.waitFor(() => expect(there.events.map(({ event }) => event)).toContain('left'));
    there.leave();
    await second.stop();
  });

  test.each(['org', 'public'] as const)(
    'nothing arrives in another process after a session has ended, on a map for “%s”',
    async (access) => {
      const map = await addMap(access);
      const second = await startTestServer({ databaseUrl: server.databaseUrl });
      const kept = tokens['hedy'] ?? '';
      tokens['hedy'] = await portal.token('hedy');
      const there = await follow(map, 'hedy', second.url);
      const here = await follow(map, 'grace');
      await vi.waitFor(() => expect(names(there.events)).toEqual(new Set(['grace', 'hedy'])));
      there.events.length = 0;
      await portal.call('/oauth2/revokeToken', { auth_token: tokens['hedy'] });
      const body = { client: here.client, rectangle: [71, 51, 71.5, 51.5] };
      await call('POST', `/maps/${map}/presence`, { as: 'grace', body });
      await vi.waitFor(() => expect(there.ended()).toBe(true));
      expect(there.events).toEqual([{ event: 'refused', data: null }]);
      // A broken connection would be an error in the console of a page that signs out.
      expect(there.fault()).toBeUndefined();
      await vi.waitFor(() => expect(here.events.map(({ event }) => event)).toContain('left'));
      const later = await call('GET', `/maps/${map}/live?client=${there.client}`, { as: 'hedy' });
      // A page with an ended token learns that it can be renewed.
      expect([later.status, await idOf(later)]).toEqual([401, 'membership:sign-in-needed']);
      tokens['hedy'] = kept;
      here.leave();
      await second.stop();
    },
  );

  test('a stream stays when another session of its user has ended, after who followed first has left', async () => {
    const map = await addMap('org');
    // The first stream of a process begins to listen.
    const second = await startTestServer({ databaseUrl: server.databaseUrl });
    const first = await follow(map, 'grace', second.url);
    const there = await follow(map, 'hedy', second.url);
    const here = await follow(map, 'ada');
    await vi.waitFor(() => expect(names(here.events)).toEqual(new Set(['grace', 'hedy', 'ada'])));
    first.leave();
    await vi.waitFor(() => expect(here.events.map(({ event }) => event)).toContain('left'));
    await portal.call('/oauth2/revokeToken', { auth_token: await portal.token('hedy') });
    const { id } = await add(map, 'grace', 'After it');
    await vi.waitFor(() => expect(there.events).toContainEqual({ event: 'comments', data: { ids: [id] } }));
    expect(there.events.map(({ event }) => event)).not.toContain('refused');
    here.leave();
    there.leave();
    await second.stop();
  });

  test('people on other maps are not announced', async () => {
    const [one, other] = [await addMap('org'), await addMap('org')];
    const here = await follow(one, 'grace');
    const there = await follow(other, 'hedy');
    await vi.waitFor(() => expect(names(there.events)).toEqual(new Set(['hedy'])));
    await vi.waitFor(() => expect(names(here.events)).toEqual(new Set(['grace'])));
    here.leave();
    there.leave();
  });
});
