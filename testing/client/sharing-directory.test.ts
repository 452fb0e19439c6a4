import { beforeAll, describe, expect, test } from 'vitest';
import { portalOperations } from '../../server/portal/routes.ts';
import { webMap } from '../rig/content-rig.ts';
import { addPlaces, fillPath, type Places, readingPaths } from '../rig/operation-table.ts';
import { parsePage } from '../rig/sign-in-page.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

/** Pages of the sharing API for people; programs get JSON. */
const rig = useContentRig();
let places: Places;
let item: string;
const hostile = '<img src=x onerror=alert(1)>"\'';

beforeAll(async () => {
  places = await addPlaces(rig);
  item = await rig.addMap({ title: hostile, snippet: hostile, tags: [hostile], description: hostile });
  await rig.call(`/content/users/grace/items/${item}/share`, { everyone: 'true', org: 'true' });
});

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

async function open(path: string, headers: Record<string, string> = {}) {
  const address = path.startsWith('/portal/') ? rig.url + path : rig.portal.root + path;
  const response = await fetch(address, { headers, redirect: 'manual' });
  const body = await response.text();
  return { response, body, document: parsePage(body, address).document };
}
const isPage = (response: Response) => response.headers.get('content-type')?.startsWith('text/html') ?? false;
const raw = /\/oauth2\/|\/generateToken$|\/data$|\/sp\/metadata$|\/\*$/;
const withPages = readingPaths.filter((path) => !raw.test(path));

describe('a page', () => {
  test.each(withPages)('of %s has a title, other formats, and links without tokens', async (path) => {
    const query = new URLSearchParams({ f: 'html', q: 'title:every', token: rig.grace.token });
    const { response, document } = await open(`${fillPath(path, places)}?${query}`);
    expect(isPage(response)).toBe(true);
    expect(document.querySelector('h1')?.textContent).not.toBe('');
    expect(document.querySelector('nav[aria-label="Formats"]')?.textContent).toContain('JSON');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    for (const link of document.querySelectorAll('a')) expect(link.href).not.toMatch(/token=/);
    expect(document.querySelector('script')).toBeNull();
  });

  test('leads from the portal to an item and its owner', async () => {
    const follow = async (from: Document, text: string | RegExp) => {
      const link = [...from.querySelectorAll('a')].find(({ textContent }) =>
        typeof text === 'string' ? textContent?.trim() === text : text.test(textContent ?? ''),
      );
      const { pathname, search } = new URL(link?.href ?? '', rig.url);
      return (await open(pathname + search, browser)).document;
    };
    const home = (await open('', browser)).document;
    const found = await follow(home, 'Items');
    const map = await follow(found, hostile);
    expect(map.querySelector('h1')?.textContent).toBe(hostile);
    expect(map.querySelector('img')).toBeNull();
    const owner = await follow(map, /^Owner/);
    expect(owner.querySelector('h1')?.textContent).toBe('User does not exist or is inaccessible.');
    expect((await follow(owner, 'Portal')).querySelector('h1')?.textContent).toBe('Portal');
  });

  test('of a search has a form that repeats what was sent, without the token', async () => {
    const query = new URLSearchParams({ f: 'html', q: hostile, token: rig.grace.token });
    const { document, body } = await open(`/search?${query}`);
    expect(document.querySelector<HTMLInputElement>('input[name=q]')?.value).toBe(hostile);
    expect(document.querySelector<HTMLInputElement>('input[name=token]')?.value).toBe('');
    expect(body).not.toContain(rig.grace.token);
  });

  test('of an error has its status, and reveals no more than JSON', async () => {
    const { response, document } = await open(`/content/items/${places.item}?f=html`);
    expect([response.status, document.querySelector('h1')?.textContent]).toEqual([
      403,
      'You do not have permissions to access this resource or perform this operation.',
    ]);
    expect((await open('/community/self', browser)).response.status).toBe(401);
  });

  test('is not read by pages of other origins', async () => {
    const { response } = await open('/portals/self?f=html', { origin: 'https://evil.example' });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('programs', () => {
  test.each<Record<string, string>>([{}, { accept: '*/*' }, { accept: 'application/json' }])(
    'with %j get JSON',
    async (headers) => {
      const { response, body } = await open('/portals/self', headers);
      expect(isPage(response)).toBe(false);
      expect(JSON.parse(body)).toMatchObject({ name: 'Mapping' });
    },
  );

  test('get JSON of a form that asks for HTML, and data as they are', async () => {
    const body = new URLSearchParams({ f: 'html' });
    const posted = await fetch(`${rig.portal.root}/portals/self`, { method: 'POST', body, headers: browser });
    expect(isPage(posted)).toBe(false);
    const { response, body: data } = await open(`/content/items/${item}/data`, browser);
    expect([isPage(response), JSON.parse(data)]).toEqual([false, webMap]);
  });

  test('keep the pages of sign-in', async () => {
    expect(portalOperations.filter(({ path }) => path.startsWith('/oauth2/')).length).toBeGreaterThan(5);
    const { body } = await open('/oauth2/approval', browser);
    expect(body).not.toContain('aria-label="Formats"');
  });
});
