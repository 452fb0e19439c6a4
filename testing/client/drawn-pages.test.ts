import { setItemAccess } from '@esri/arcgis-rest-portal';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { shellParts } from '../../tools/first-paint/shell-parts.ts';
import { type ContentRig, createContentRig } from '../rig/content-rig.ts';
import { createWebFolder, type WebFolder } from '../rig/web-folder.ts';

/** What the server draws into pages, which everyone receives before signing in. */
let rig: ContentRig;
let webFolder: WebFolder;
const script = "document.title = 'x'";

beforeAll(async () => {
  const parts = await shellParts(path.resolve(import.meta.dirname, '../..'));
  parts.texts['de'] = { ...parts.texts['de'], 'page.needsScripts': 'Erlauben Sie <JavaScript>.' };
  webFolder = await createWebFolder({
    'shell.json': JSON.stringify(parts),
    'index.html': `<!doctype html><html lang="en" dir="ltr"><head><script>${script}</script><title>Mapping</title></head><body><div id="shell"><div class="bar"></div></div><noscript lang="en">Scripts!</noscript></body></html>`,
  });
  rig = await createContentRig({ webFolder: webFolder.path });
  const { database } = rig.portal.context;
  const save = (name: string, config: object) =>
    saveConfig(database, name, { title: name, ...config }, 'test');
  await save('town', { portal: { url: '/portal' } });
  await save('online', { portal: { url: 'https://town.maps.arcgis.com' } });
  for (const access of ['public', 'org', 'private'] as const) {
    const id = await rig.addMap({ title: `Quokka ${access}` });
    if (access !== 'private')
      await setItemAccess({ id, owner: 'grace', access, authentication: rig.grace, portal: rig.portal.root });
  }
});
afterAll(async () => {
  await rig.stop();
  await webFolder.remove();
});

async function open(address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(rig.url + address, { headers });
  return { html: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' };
}

test('a page is compressed for browsers that accept it', async () => {
  const encoding = async (accepted: string) => {
    const { headers } = await fetch(`${rig.url}/town`, { headers: { 'accept-encoding': accepted } });
    expect(headers.get('vary')).toContain('accept-encoding');
    return headers.get('content-encoding');
  };
  expect(await encoding('gzip, br')).toBe('gzip');
  expect(await encoding('identity')).toBeNull();
  expect((await open('/town', { 'accept-encoding': 'gzip' })).html).toBe(
    (await open('/town', { 'accept-encoding': 'identity' })).html,
  );
});

describe('a page contains', () => {
  test('only the public cards of the gallery, for every visitor', async () => {
    const token = rig.grace.token ?? '';
    const member: Record<string, string> = { authorization: `Bearer ${token}`, cookie: `token=${token}` };
    for (const headers of [{}, member]) {
      // A page does not wait for a slow search.
      await expect.poll(async () => (await open('/town/gallery', headers)).html).toContain('Quokka public');
      const { html } = await open('/town/gallery', headers);
      expect(html).not.toContain('Quokka org');
      expect(html).not.toContain('Quokka private');
    }
  });

  test('no cards of a search, of another view, or of a portal that is not ours', async () => {
    for (const address of ['/town/gallery?q=quokka', '/town', '/town/map', '/online/gallery'])
      expect((await open(address)).html).not.toContain('Quokka');
  });

  test('the organisation’s header in the reader’s language, and none where there is no organisation', async () => {
    const german = await open('/town', { 'accept-language': 'fr;q=0.5,de' });
    expect(german.html).toMatch(
      /<html lang="de" dir="ltr">.*<title>Mapping: town<\/title>.*data-part="map">Karte/s,
    );
    const chosen = await open('/town', { 'accept-language': 'de', cookie: 'mapping-language=ar-EG' });
    expect(chosen.html).toContain('<html lang="ar-EG" dir="rtl">');
    expect((await open('/nowhere')).html).toContain('<div id="shell"><div class="bar"></div></div>');
    expect((await open('/town/signed-in')).html).toContain('<div id="shell"><div class="bar"></div></div>');
    const embedded = await open('/town/map/sid/2222222222222222?embed');
    expect(embedded.html).toContain('<div id="shell"><div class="bar"></div></div>');
  });

  test('what a browser without scripts shows, in the reader’s language', async () => {
    const german = '<noscript lang="de" dir="ltr">Erlauben Sie &lt;JavaScript&gt;.</noscript>';
    expect((await open('/town', { 'accept-language': 'de' })).html).toContain(german);
    // No organisation says which languages it offers.
    expect((await open('/nowhere', { 'accept-language': 'de' })).html).toContain(german);
  });

  test('one script, which its policy allows by its hash alone', async () => {
    const { html, policy } = await open('/town');
    expect(html.match(/<script>/g)).toHaveLength(1);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
    const allowed = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ');
    expect(allowed).toContain(`'sha256-${Buffer.from(digest).toString('base64')}'`);
    expect(allowed).not.toContain("'unsafe-inline'");
    expect((await fetch(`${rig.url}/api/town/config`)).headers.get('content-security-policy')).not.toContain(
      'sha256',
    );
  });
});

test('the root says “Not found” in the reader’s language', async () => {
  const root = async (accepted: string) => {
    const answer = await fetch(`${rig.url}/`, { headers: { 'accept-language': accepted } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('vary')).toContain('accept-language');
    return [await answer.text(), answer.headers.get('content-language')];
  };
  expect(await root('de-AT')).toEqual(['Nicht gefunden', 'de']);
  expect(await root('xx')).toEqual(['Not found', 'en']);
});
