import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAddress, routeHints } from './route-hints.ts';

describe('view of an address', () => {
  it.each([
    ['/demo', { organisation: 'demo', view: 'home' }],
    ['/demo/', { organisation: 'demo', view: 'home' }],
    ['/demo/gallery', { organisation: 'demo', view: 'gallery' }],
    ['/demo/map', { organisation: 'demo', view: 'map' }],
    ['/demo/map/wid/abc123', { organisation: 'demo', view: 'map', webMapId: 'abc123' }],
    ['/demo/map/sid/abc123', { organisation: 'demo', view: 'map' }],
    ['/demo/content', { organisation: 'demo' }],
    ['/', {}],
    ['/Demo%22/map', {}],
    ['/demo/map/wid/a"><script>', { organisation: 'demo', view: 'map' }],
  ])('%s', (pathname, expected) => {
    expect(readAddress(pathname)).toEqual(expected);
  });
});

describe('hints in the page', () => {
  let folder: string;
  const hintsOf = async (pathname: string, portal = '/portal', language?: string) =>
    (await routeHints(folder, () => Promise.resolve(portal)))(pathname, language);

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mapping-hints-'));
    await mkdir(path.join(folder, '.vite'));
    const manifest = {
      'index.html': { file: 'assets/index.js', imports: ['_shell.js'], css: ['assets/shell.css'] },
      '_shell.js': { file: 'assets/shell.js' },
      'web/routes/map.tsx': { file: 'assets/map.js', imports: ['_shell.js'] },
      '_open-map.js': { file: 'assets/open-map.js', name: 'open-map', imports: ['_map-page.js'] },
      '_map-page.js': { file: 'assets/map-page.js' },
      '_map-worker.js': { file: 'assets/map-worker.js', name: 'map-worker' },
      'web/app/other-pages.ts': { file: 'assets/other-pages.js', imports: ['_shell.js'] },
      '_messages-files.js': { file: 'assets/messages-files.js', name: 'messages-files' },
      '_messages-ar-start.js': { file: 'assets/messages-ar-start.js', name: 'messages-ar-start' },
      '_messages-ar.js': { file: 'assets/messages-ar.js', name: 'messages-ar' },
    };
    await writeFile(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('name each file of a map once, including the SDK, and its data', async () => {
    const hints = await hintsOf('/demo/map/wid/abc');
    expect([...hints.matchAll(/(?:href|content)="([^"]+)"/g)].map(([, address]) => address)).toEqual([
      '/api/demo/config',
      '/portal/sharing/rest/content/items/abc?f=json',
      '/portal/sharing/rest/content/items/abc/data?f=json',
      '/assets/shell.css',
      '/assets/index.js',
      '/assets/shell.js',
      '/assets/map.js',
      '/assets/open-map.js',
      '/assets/map-page.js',
      '/assets/map-worker.js',
    ]);
    // Browsers warn of preloaded scripts that only a worker requests.
    expect(hints).toContain(
      '<link data-rel="prefetch" as="script" crossorigin href="/assets/map-worker.js">',
    );
    // What is needed after the first paint does not compete with it.
    expect(hints).toContain(
      '<link data-rel="preload" fetchpriority="low" as="script" crossorigin href="/assets/open-map.js">',
    );
  });

  it('name the messages of the reader’s language, of which a map needs all', async () => {
    const home = await hintsOf('/demo', '/portal', 'ar-EG');
    expect(home).toContain('/assets/messages-ar-start.js');
    // What loads it has a file of its own, which English does without.
    expect(home).toContain('/assets/messages-files.js');
    expect(home).not.toContain('/assets/messages-ar.js');
    expect(await hintsOf('/demo/map', '/portal', 'ar-EG')).toContain('/assets/messages-ar.js');
    expect(await hintsOf('/demo/map', '/portal', 'en')).not.toContain('messages');
  });

  it('name the file that loads the other pages, for those', async () => {
    expect(await hintsOf('/demo/content')).toContain('/assets/other-pages.js');
    expect(await hintsOf('/demo/gallery')).not.toContain('/assets/other-pages.js');
    expect(await hintsOf('/')).toBe('');
  });

  it('leave the SDK out for views without a map', async () => {
    expect(await hintsOf('/demo/gallery')).not.toContain('open-map');
  });

  it('request another portal at its own address, escaped', async () => {
    const hints = await hintsOf('/demo/map/wid/abc', 'https://portal.example.org/a"b/');
    expect(hints).toContain(
      'content="https://portal.example.org/a%22b/sharing/rest/content/items/abc?f=json"',
    );
  });

  it('are omitted when nothing is known', async () => {
    expect(await hintsOf('/')).toBe('');
    expect(await hintsOf('/demo/map/wid/abc', '')).not.toContain('sharing/rest');
    const none = await routeHints(path.join(folder, 'missing'), () =>
      Promise.reject(new Error('no database')),
    );
    expect(await none('/demo/map/wid/abc')).toBe(
      '<link rel="preload" as="fetch" crossorigin="anonymous" href="/api/demo/config">',
    );
  });
});
