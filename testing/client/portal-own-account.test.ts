import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOAuthClient, type OAuthClient } from '../rig/oauth-client.ts';
import { createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { png } from '../rig/content-rig.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

const minute = 60_000;
const newPassword = 'a better horse battery';

let server: TestServer;
let portal: PortalClient;
let oauth: OAuthClient;
let time = Date.now();

const call = (path: string, token: string, parameters: Record<string, string> = {}) =>
  portal.call(path, { token, ...parameters });
const alive = async (token: string) => (await oauth.errorOf(token)) === undefined;

beforeAll(async () => {
  server = await startTestServer({ now: () => time });
  portal = await createPortalClient(server);
  oauth = createOAuthClient(portal);
  await portal.addUser('ada', { role: 'org_admin' });
});
afterAll(() => server.stop());

let count = 0;
async function addPerson(): Promise<string> {
  const username = `person${++count}`;
  await portal.addUser(username);
  return username;
}

describe('own password', () => {
  const change = (username: string, token: string, given: Record<string, string>) =>
    call(`/community/users/${username}/reset`, token, given);

  it('is changed by confirming the current one, which ends every other session', async () => {
    const username = await addPerson();
    const [here, elsewhere] = [await portal.token(username), await portal.token(username)];
    expect(await change(username, here, { password, newPassword })).toEqual({ success: true, username });
    expect([await alive(here), await alive(elsewhere)]).toEqual([true, false]);
    expect((await portal.call('/generateToken', { username, password })).error).toBeDefined();
    expect((await portal.call('/generateToken', { username, password: newPassword })).token).toBeDefined();
  });

  it.each([
    ['without the current one', { newPassword }],
    ['with a wrong current password', { password: 'wrong', newPassword }],
    ['when the new one is too short', { password, newPassword: 'short' }],
    ['without a new one', { password }],
  ])('is unchanged %s', async (_how, given) => {
    const username = await addPerson();
    const token = await portal.token(username);
    expect((await change(username, token, given)).error.code).toBe(400);
    expect((await portal.call('/generateToken', { username, password })).token).toBeDefined();
  });

  it('cannot be guessed with a stolen session', async () => {
    const username = await addPerson();
    const token = await portal.token(username);
    const codes: number[] = [];
    for (let tries = 0; tries < 11; tries++)
      codes.push((await change(username, token, { password: `guess ${tries}`, newPassword })).error.code);
    expect(codes.at(-1)).toBe(429);
    expect((await change(username, token, { password, newPassword })).error.code).toBe(429);
    time += minute;
  });

  it('is not accepted from an address', async () => {
    const username = await addPerson();
    const token = await portal.token(username);
    const query = new URLSearchParams({ f: 'json', token, password, newPassword });
    const response = await fetch(`${portal.root}/community/users/${username}/reset?${query}`, {
      method: 'POST',
    });
    expect(await response.json()).toMatchObject({ error: { code: 400 } });
    expect((await portal.call('/generateToken', { username, password })).token).toBeDefined();
  });
});

describe('password reset by an administrator', () => {
  it('stops working, ends every session at once, and can be replaced by a link for a day', async () => {
    const username = await addPerson();
    const token = await portal.token(username);
    const ada = await portal.token('ada');
    const { link } = await call(`/community/users/${username}/reset`, ada);
    expect(await alive(token)).toBe(false);
    expect((await portal.call('/generateToken', { username, password })).error).toBeDefined();
    time += 24 * 60 * minute;
    expect((await portal.call('/community/links/use', { link, password: newPassword })).error.code).toBe(400);
    const again = await call(`/community/users/${username}/reset`, await portal.token('ada'));
    await portal.call('/community/links/use', { link: again['link'], password: newPassword });
    expect((await portal.call('/generateToken', { username, password: newPassword })).token).toBeDefined();
  });
});

describe('sessions', () => {
  const list = async (username: string, token: string) =>
    (await call(`/community/users/${username}/sessions`, token))['sessions'] as Record<string, any>[];

  it('list application, device, start and last use, and mark the current one', async () => {
    const username = await addPerson();
    const started = time;
    const session = await (await oauth.openSession({ username })).exchange();
    time += 20 * minute;
    const answer = await fetch(`${portal.root}/generateToken`, {
      method: 'POST',
      headers: { 'user-agent': 'Field tool 1' },
      body: new URLSearchParams({ f: 'json', username, password }),
    });
    const { token } = (await answer.json()) as { token: string };
    time += 7 * minute;
    await oauth.errorOf(session['access_token']);
    expect(await list(username, token)).toEqual([
      expect.objectContaining({
        app: 'City map',
        agent: expect.stringMatching(/node|undici/),
        started,
        lastUsed: time,
        current: false,
      }),
      expect.objectContaining({
        app: null,
        agent: 'Field tool 1',
        started: started + 20 * minute,
        current: true,
      }),
    ]);
  });

  it('keep their start when they are renewed', async () => {
    const username = await addPerson();
    const started = time;
    const first = await (await oauth.openSession({ username })).exchange();
    time += 60 * minute;
    const renewed = await oauth.token({
      grant_type: 'refresh_token',
      refresh_token: first['refresh_token'],
    });
    const [session] = await list(username, renewed['access_token']);
    expect(session).toMatchObject({ started, lastUsed: time, current: true });
  });

  it('end one by one, all but this, or all', async () => {
    const username = await addPerson();
    const [one, two, three] = [
      await portal.token(username),
      await portal.token(username),
      await portal.token(username),
    ];
    const path = `/community/users/${username}`;
    const here = (await list(username, one)).find(({ current }) => current);
    const other = (await list(username, two)).find(({ current }) => current);
    expect(await call(`${path}/sessions/${other?.['id']}/end`, one)).toEqual({ success: true });
    expect([await alive(one), await alive(two), await alive(three)]).toEqual([true, false, true]);
    expect((await call(`${path}/sessions/${other?.['id']}/end`, one)).error.code).toBe(400);
    await call(`${path}/endSessions`, one, { keepCurrent: 'true' });
    expect((await list(username, one)).map(({ id }) => id)).toEqual([here?.['id']]);
    expect(await alive(three)).toBe(false);
    await call(`${path}/endSessions`, one);
    expect(await alive(one)).toBe(false);
  });

  it('of others cannot be ended through one’s own address', async () => {
    const [mine, theirs] = [await addPerson(), await addPerson()];
    const [own, other] = [await portal.token(mine), await portal.token(theirs)];
    const [session] = await list(theirs, other);
    expect((await call(`/community/users/${mine}/sessions/${session?.['id']}/end`, own)).error.code).toBe(
      400,
    );
    expect(await alive(other)).toBe(true);
  });
});

describe('profile picture', () => {
  it('is set, and removed by a blank one', async () => {
    const username = await addPerson();
    const token = await portal.token(username);
    const form = new FormData();
    for (const [name, value] of Object.entries({ f: 'json', token })) form.set(name, value);
    form.set('thumbnail', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'me.png');
    await fetch(`${portal.root}/community/users/${username}/update`, { method: 'POST', body: form });
    expect((await call('/community/self', token))['thumbnail']).toBe('thumbnail/me.png');
    await call(`/community/users/${username}/update`, token, { thumbnail: ' ' });
    expect((await call('/community/self', token))['thumbnail']).toBeNull();
    const address = `${portal.root}/community/users/${username}/info/thumbnail/me.png?token=${token}`;
    expect((await fetch(address)).headers.get('content-type')).not.toMatch(/^image/);
  });
});
