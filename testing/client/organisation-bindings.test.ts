import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createGroup } from '../../server/portal/community/create-group.ts';
import { createUser } from '../../server/portal/community/create-user.ts';
import { registerApp } from '../../server/portal/identity/register-app.ts';
import type { PortalContext } from '../../server/portal/operation.ts';
import { ensureOrganisation } from '../../server/portal/organisation/portal-organisation-store.ts';
import { recordPortalAct } from '../../server/portal/record-portal-act.ts';
import { problemSchema } from '../../wire/problem.ts';
import { startFakePortal } from '../fakes/portal.ts';
import { createPortalClient, password } from '../rig/portal-client.ts';
import { openSignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/**
 * An organisation belongs to the portal organisation that is stored with it. Mallory administers “evil”, on a portal of
 * their own; bob is an ordinary member of the harbour, and helps.
 */
let server: TestServer;
let foreign: Awaited<ReturnType<typeof startFakePortal>>;
let harbour: PortalContext;
let bobsGroup: string;
const verifier = 'v'.repeat(43);

beforeAll(async () => {
  foreign = await startFakePortal({ 'token-mallory': { username: 'mallory', groups: ['admins'] } });
  server = await startTestServer();
  const { context } = await createPortalClient(server);
  const id = await ensureOrganisation(server.database, { urlKey: 'harbour', now: Date.now() });
  harbour = { ...context, portal: { ...context.portal, id, urlKey: 'harbour' } };
  await createUser(harbour, { username: 'olga', password, fullName: 'Olga', role: 'org_admin' });
  await createUser(harbour, { username: 'bob', password, fullName: 'Bob', role: 'org_user' });
  bobsGroup = await createGroup(harbour, {
    title: 'Bob’s',
    owner: 'bob',
    access: 'public',
    members: ['olga'],
  });
  await registerApp(harbour, {
    clientId: 'bobs-app',
    orgId: id,
    title: 'Bob’s',
    redirectUris: [`${server.url}/evil/signed-in`],
  });
});
afterAll(async () => {
  await server.stop();
  await foreign.close();
});
beforeEach(async () => {
  await server.database.deleteFrom('audit_entry').execute();
  await server.database.deleteFrom('organisation').execute();
  const adminGroupId = await createGroup(harbour, { title: 'Crew', owner: 'olga', access: 'private' });
  await saveConfig(
    server.database,
    'harbour',
    { title: 'Harbour', portal: { url: '/portal/harbour', appId: 'mapping-harbour', adminGroupId } },
    'operator',
  );
  await saveConfig(server.database, 'evil', evilAt(), 'operator');
  const act = { act: 'group.changed', subject: 'hal', orgId: harbour.portal.id };
  await recordPortalAct(server.database, 'olga', act, Date.now());
});

const evilAt = (portal: object = {}) => ({
  title: 'Evil',
  portal: { url: foreign.url, appId: 'x', adminGroupId: 'admins', ...portal },
});
const atHarbour = () => ({ url: '/portal/harbour', appId: 'bobs-app', adminGroupId: bobsGroup });

/** The code of a sign-in by bob’s application, as a trial header has it. */
async function trialOf(username: string): Promise<string> {
  const redirectUri = `${server.url}/evil/signed-in`;
  const requested = new URLSearchParams({
    client_id: 'bobs-app',
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const form = await openSignInPage(
    `${server.url}/portal/harbour/sharing/rest/oauth2/authorize?${requested}`,
  );
  const sent = await form.submit('sign-in', { username, password });
  const code = new URL(sent.headers.get('location') ?? '').searchParams.get('code') ?? '';
  return Buffer.from(JSON.stringify({ code, codeVerifier: verifier, redirectUri })).toString('base64url');
}

async function portalCall(path: string, username: string): Promise<Record<string, any>> {
  const send = async (to: string, body: Record<string, string>) => {
    const response = await fetch(`${server.url}/portal/harbour/sharing/rest${to}`, {
      method: 'POST',
      body: new URLSearchParams({ f: 'json', ...body }),
    });
    return (await response.json()) as Record<string, any>;
  };
  const { token } = await send('/generateToken', { username, password });
  return path === '' ? { token } : send(path, { token });
}

const administer = (organisation: string, path: string, token: string, init: RequestInit = {}) =>
  fetch(`${server.url}/api/${organisation}/administration/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...init.headers },
  });

/** Mallory saves evil's config with another portal, and a trial sign-in. */
async function move(portal: object, trial: string) {
  const asMallory = { 'x-portal': foreign.url };
  const opened = await administer('evil', 'config', 'token-mallory', { headers: asMallory });
  const { config } = (await opened.json()) as { config: { portal: object } };
  return administer('evil', 'config', 'token-mallory', {
    method: 'PUT',
    headers: {
      ...asMallory,
      'content-type': 'application/json',
      'if-match': opened.headers.get('etag') ?? '',
      'x-trial-sign-in': trial,
    },
    body: JSON.stringify({ ...config, portal: { ...config.portal, ...portal } }),
  });
}

async function acts(organisation: string, token: string): Promise<Record<string, unknown>[]> {
  const { entries } = (await (await administer(organisation, 'audit', token)).json()) as any;
  return entries;
}

describe('a config that names another organisation’s portal', () => {
  test('is refused with the sign-in of its ordinary member', async () => {
    const response = await move(atHarbour(), await trialOf('bob'));
    expect(response.status).toBe(400);
    const { faults } = problemSchema.parse(await response.json());
    expect(faults).toMatchObject([{ path: 'portal.url' }]);
    expect(faults?.[0]?.message).toContain('bob');
    const { token } = await portalCall('', 'bob');
    expect((await administer('evil', 'audit', token)).status).toBe(401);
  });

  test('is saved with the sign-in of its administrator, and logged in both', async () => {
    expect((await move(atHarbour(), await trialOf('olga'))).status).toBe(200);
    const { token } = await portalCall('', 'olga');
    const moved = { actor: 'mallory', act: 'config.saved', subject: 'evil', detail: { joined: true } };
    expect(await acts('harbour', token)).toContainEqual(expect.objectContaining(moved));
    const [own] = (await acts('evil', token)).filter(({ organisation }) => organisation === 'evil');
    const portalOrgId = { before: null, after: harbour.portal.id };
    expect(own).toMatchObject({ actor: 'mallory', act: 'config.saved', detail: { portalOrgId } });
  });

  test('shows nothing of its audit log while it is not bound to it', async () => {
    await saveConfig(server.database, 'evil', evilAt(atHarbour()), 'operator');
    const { token } = await portalCall('', 'bob');
    expect(JSON.stringify(await acts('evil', token))).not.toContain('hal');
    const csv = await administer('evil', 'audit.csv', token);
    expect(await csv.text()).not.toContain('hal');
  });

  test('loses the binding when it leaves', async () => {
    const bound = () =>
      server.database.selectFrom('organisation').select('portal_org_id').where('name', '=', 'evil');
    await move(atHarbour(), await trialOf('olga'));
    expect(await bound().execute()).toEqual([{ portal_org_id: harbour.portal.id }]);
    const { token } = await portalCall('', 'olga');
    const opened = await administer('evil', 'config', token);
    const { config } = (await opened.json()) as any;
    const code = Buffer.from(
      JSON.stringify({
        code: 'code-mallory',
        codeVerifier: verifier,
        redirectUri: `${server.url}/evil/signed-in`,
      }),
    ).toString('base64url');
    const left = await administer('evil', 'config', token, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'if-match': opened.headers.get('etag') ?? '',
        'x-trial-sign-in': code,
      },
      body: JSON.stringify({ ...config, ...evilAt() }),
    });
    expect(left.status).toBe(200);
    expect(await bound().execute()).toEqual([{ portal_org_id: null }]);
    expect(await acts('harbour', token)).toContainEqual(
      expect.objectContaining({ actor: 'olga', subject: 'evil', detail: { left: true } }),
    );
  });
});

describe('a group that another organisation names as its administrators', () => {
  const make = () => createGroup(harbour, { title: 'Pilots', owner: 'olga', access: 'public' });

  test('can be deleted', async () => {
    const adminGroupId = await make();
    await saveConfig(server.database, 'evil', evilAt({ adminGroupId }), 'mallory');
    expect(await portalCall(`/community/groups/${adminGroupId}/delete`, 'olga')).toMatchObject({
      success: true,
    });
  });

  test('does not keep its last member from being disabled', async () => {
    await createUser(harbour, { username: 'pilot', password, fullName: 'Pilot', role: 'org_user' });
    const adminGroupId = await createGroup(harbour, { title: 'Pilots', owner: 'pilot', access: 'public' });
    await saveConfig(server.database, 'evil', evilAt({ adminGroupId }), 'mallory');
    expect(await portalCall('/community/users/pilot/disable', 'olga')).toMatchObject({ success: true });
  });
});

test('a user’s group of favourites administers nothing', async () => {
  await createUser(harbour, { username: 'fan', password, fullName: 'Fan', role: 'org_user' });
  const { favGroupId } = await portalCall('/community/self', 'fan');
  const portal = { url: '/portal/harbour', appId: 'mapping-harbour', adminGroupId: favGroupId };
  await saveConfig(server.database, 'harbour', { title: 'Harbour', portal }, 'operator');
  const { token } = await portalCall('', 'fan');
  expect((await administer('harbour', 'audit', token)).status).toBe(403);
  expect(await portalCall('/community/users/fan/disable', 'olga')).toMatchObject({ success: true });
});
