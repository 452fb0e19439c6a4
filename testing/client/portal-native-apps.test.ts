import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPkce, createPortalClient, password, type PortalClient } from '../rig/portal-client.ts';
import { openSignInPage } from '../rig/sign-in-page.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Applications of devices, by the ids they are built with. */
let server: TestServer;
let portal: PortalClient;
const outOfBand = 'urn:ietf:wg:oauth:2.0:oob';
const ids = ['arcgispro', 'arcgisonline', 'fieldmaps', 'survey123', 'qfield'];

beforeAll(async () => {
  server = await startTestServer();
  portal = await createPortalClient(server);
  await portal.addUser('ada', { role: 'org_admin' });
  await portal.addUser('otto');
});
afterAll(() => server.stop());

async function allow(on: boolean, who = 'ada') {
  const token = await portal.token(who);
  return portal.call('/portals/self/update', { nativeApps: String(on), token });
}

function addressOf(clientId: string, redirectUri: string, challenge: string): string {
  const url = new URL(`${portal.root}/oauth2/authorize`);
  const all = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    state: 's 1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return url.href;
}

describe('applications of devices', () => {
  test.each(ids)('%s is unknown until an administrator switches it on, and after that again', async (id) => {
    const { verifier, challenge } = createPkce();
    await allow(false);
    const closed = await fetch(addressOf(id, outOfBand, challenge));
    expect([closed.status, await closed.text()]).toEqual([400, expect.stringContaining('not registered')]);
    expect(await allow(true)).toMatchObject({ success: true });
    const page = await openSignInPage(addressOf(id, outOfBand, challenge));
    const sent = await page.submit('sign-in', { username: 'otto', password });
    const location = new URL(sent.headers.get('location') ?? '', `${portal.root}/oauth2/authorize`);
    expect(location.href).toMatch(`${portal.root}/oauth2/approval?code=`);
    const approval = await (await fetch(location)).text();
    const code = location.searchParams.get('code') ?? '';
    expect(approval).toContain(`<title>SUCCESS code=${code}`);
    expect(approval).toContain(`<code>${code}</code>`);
    const grant = { client_id: id, code, redirect_uri: outOfBand, code_verifier: verifier };
    const session = await portal.call('/oauth2/token', { grant_type: 'authorization_code', ...grant });
    expect(session).toMatchObject({ username: 'otto' });
    await allow(false);
    const renewal = { grant_type: 'refresh_token', client_id: id, refresh_token: session['refresh_token'] };
    expect((await portal.call('/oauth2/token', renewal))['error'].message).toBe('Invalid client_id.');
  });

  test('come back to the documented addresses of their own, and to no other', async () => {
    await allow(true);
    const { challenge } = createPkce();
    const own = await openSignInPage(addressOf('fieldmaps', 'arcgis-fieldmaps://auth/', challenge));
    const sent = await own.submit('sign-in', { username: 'otto', password });
    expect(sent.headers.get('location')).toMatch(/^arcgis-fieldmaps:\/\/auth\/\?code=[\w-]{43}&state=s%201$/);
    const other = await fetch(addressOf('arcgispro', 'https://attacker.example/', challenge));
    expect([other.status, await other.text()]).toEqual([400, expect.stringContaining('redirect URL')]);
  });

  test('are switched on by administrators only', async () => {
    expect((await allow(true, 'otto'))['error'].code).toBe(403);
  });

  test('a page without a valid code shows none', async () => {
    const page = await fetch(`${portal.root}/oauth2/approval?code=${encodeURIComponent('<b>call 0900</b>')}`);
    const text = await page.text();
    expect(text).not.toContain('0900');
    expect(text).toContain('<title>DENIED');
  });
});
