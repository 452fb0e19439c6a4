import { afterEach, describe, expect, it, vi } from 'vitest';
import { MemoryStorage } from '../../testing/web/fake-page.ts';
import { savedSessionKey } from '../portal/session/saved-session.ts';
import { colorSchemeAttribute, colorSchemeKey } from '../ui/theme.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Runs the script in a page with this path, choice and system preference. */
async function firstPaint({
  path = '/demo',
  choice = '',
  systemDark = false,
  forbidden = false,
  session = '',
  visitorData = [] as string[],
  hash = '',
  kept = {} as Record<string, string>,
}) {
  const attributes = new Map<string, string>();
  const links: Record<string, string>[] = [];
  const storage = new MemoryStorage();
  if (choice) storage.setItem(colorSchemeKey, choice);
  if (session) storage.setItem(session, '{}');
  for (const [key, value] of Object.entries(kept)) storage.setItem(key, value);
  const properties = new Map<string, string>();
  vi.stubGlobal('document', {
    documentElement: {
      setAttribute: (name: string, value: string) => attributes.set(name, value),
      style: { setProperty: (name: string, value: string) => properties.set(name, value) },
    },
    createElement: () => ({}),
    querySelectorAll: () => visitorData.map((content) => ({ content })),
    head: { append: (link: Record<string, string>) => links.push(link) },
  });
  vi.stubGlobal('location', { pathname: path, hash });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('matchMedia', () => ({ matches: systemDark }));
  vi.stubGlobal(
    'localStorage',
    forbidden
      ? new Proxy(storage, {
          get: () => () => {
            throw new DOMException('No', 'SecurityError');
          },
        })
      : storage,
  );
  await import('./first-paint.ts');
  return {
    scheme: attributes.get(colorSchemeAttribute),
    member: attributes.has('data-member'),
    otherView: attributes.has('data-other-view'),
    panel: properties.get('--panel'),
    tools: properties.get('--tools'),
    links,
  };
}

describe('the first-paint script', () => {
  it.each([
    [{}, 'light'],
    [{ systemDark: true }, 'dark'],
    [{ choice: 'dark' }, 'dark'],
    [{ choice: 'light', systemDark: true }, 'light'],
    [{ choice: 'system', systemDark: true }, 'dark'],
    [{ forbidden: true }, 'light'],
  ])('with %j sets the scheme that the application will set: %s', async (page, scheme) => {
    expect((await firstPaint(page)).scheme).toBe(scheme);
  });

  it('requests the organisation’s configuration immediately', async () => {
    const { links } = await firstPaint({ path: '/demo/map/wid/x' });
    expect(links).toEqual([
      { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: '/api/demo/config' },
    ]);
  });

  it('requests a visitor’s map, and leaves a member’s to the application, which has the token', async () => {
    const visitorData = ['/portal/items/x?f=json'];
    const path = '/demo/map/wid/x';
    const visitor = await firstPaint({ path, visitorData });
    expect(visitor.links.map(({ href }) => href)).toEqual(['/api/demo/config', ...visitorData]);
    vi.resetModules();
    const session = savedSessionKey('https://portal.example/sharing/rest', 'app');
    const member = await firstPaint({ path, visitorData, session });
    expect(member.links.map(({ href }) => href)).toEqual(['/api/demo/config']);
  });

  it('marks the page when a user is signed in', async () => {
    expect((await firstPaint({})).member).toBe(false);
    vi.resetModules();
    const session = savedSessionKey('https://portal.example/sharing/rest', 'app');
    expect((await firstPaint({ session })).member).toBe(true);
  });

  it('sends no request without an organisation', async () => {
    expect((await firstPaint({ path: '/' })).links).toEqual([]);
  });

  it.each([
    [{}, false],
    [{ hash: '#at=1,2,3' }, true],
    [{ forbidden: true }, false],
  ])('with %j hides the served picture of a map: %s', async (page, hidden) => {
    expect((await firstPaint(page)).otherView).toBe(hidden);
  });

  it('leaves room for the tools without their names where a user has hidden them', async () => {
    expect((await firstPaint({})).tools).toBeUndefined();
    vi.resetModules();
    expect((await firstPaint({ kept: { 'mapping.rail.labels': 'no' } })).tools).toBe('48px');
  });

  it.each([
    ['420', '420px'],
    ['x', undefined],
  ])('leaves room for a panel of %s pixels', async (width, panel) => {
    expect((await firstPaint({ kept: { 'mapping.panel.width': width } })).panel).toBe(panel);
  });
});
