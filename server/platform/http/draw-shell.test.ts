import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shellParts } from '../../../tools/first-paint/shell-parts.ts';
import { createWebFolder, type WebFolder } from '../../../testing/rig/web-folder.ts';
import { appConfigSchema } from '../../../wire/app-config.ts';
import { type ShellConfig, shellDrawer } from './draw-shell.ts';

let folder: WebFolder;
let draw: NonNullable<Awaited<ReturnType<typeof shellDrawer>>>;

beforeAll(async () => {
  const parts = await shellParts(path.resolve(import.meta.dirname, '../../..'));
  folder = await createWebFolder({ 'shell.json': JSON.stringify(parts) });
  const drawer = await shellDrawer(folder.path);
  if (!drawer) throw new Error('There are no parts.');
  draw = drawer;
});
afterAll(() => folder.remove());

const config = (from: object = {}): ShellConfig => appConfigSchema.parse({ title: 'Town', ...from });

describe('the drawn header', () => {
  it('has the texts of the first language that the reader and the organisation share', () => {
    expect(draw(config(), 'home', ['de-AT', 'en'])).toMatchObject({ language: 'de', direction: 'ltr' });
    expect(draw(config(), 'home', ['de-AT', 'en']).html).toContain('Karte');
    expect(draw(config({ languages: ['ru', 'kk'] }), 'home', ['de', 'kk']).language).toBe('kk');
    expect(draw(config(), 'home', ['ar'])).toMatchObject({ language: 'ar-EG', direction: 'rtl' });
    // Irish has no messages: the page is in English, or in the reader's next language.
    expect(draw(config(), 'gallery', ['ga'])).toMatchObject({ language: 'en' });
    expect(draw(config(), 'gallery', ['ga']).html).toContain('>Map<');
    expect(draw(config(), 'gallery', ['ga', 'ja'])).toMatchObject({ language: 'ja' });
  });

  it('escapes what an organisation has written', () => {
    const hostile = '<img src=x onerror="alert(1)">&$&';
    const { html, title } = draw(
      config({ title: hostile, welcome: hostile, portal: { customLogo: 'https://x.example/"><b>' } }),
      'home',
      ['en'],
    );
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('"><b>"');
    expect(html.match(/&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;&amp;\$&amp;/g)).toHaveLength(4);
    expect(title).toBe(`Mapping: ${hostile}`);
  });

  it('has the title of the page for the tab', () => {
    expect(draw(config(), 'gallery', ['en']).title).toBe('Map gallery – Mapping: Town');
    expect(draw(config(), 'home', ['en']).title).toBe('Mapping: Town');
  });

  it('has a title that links to the organisation’s home before any script runs', () => {
    const { html } = draw(config(), 'map', ['en'], { home: '/a"b' });
    expect(html).toContain('<a class="title" data-part="title" href="/a&quot;b" tabindex="-1">');
    expect(html).not.toMatch(/<div id="shell"[^>]* inert/);
  });

  it('has a feedback button, a sidebar button and a greeting only where the application has them', () => {
    const home = draw(config({ welcome: { en: 'Come in', de: 'Herein' } }), 'home', ['de']).html;
    expect(home).toContain('Herein');
    expect(home).not.toContain('data-part="feedback"');
    expect(home).not.toContain('data-part="sidebar"');
    const map = draw(
      config({ feedback: { url: 'https://forms.example' }, welcome: 'Come in' }),
      'map',
      [],
    ).html;
    expect(map).toContain('data-part="feedback"');
    expect(map).toContain('data-part="sidebar"');
    expect(map).not.toContain('Come in');
  });

  it('has the cards of the gallery, escaped, and of no other view', () => {
    const cards = [
      { title: '<b>"Parks"', path: '/town/map/wid/a"', thumbnail: '/x?a&b"' },
      { title: 'Roads', path: '/town/map/wid/b' },
    ];
    const { html } = draw(config(), 'gallery', ['en'], { cards });
    expect(html).toContain('&lt;b&gt;&quot;Parks&quot;</b>');
    expect(html).toContain('<img src="/x?a&amp;b&quot;" alt="" fetchpriority="high">');
    expect(html).toContain('<a href="/town/map/wid/a&quot;" tabindex="-1">');
    expect(draw(config(), 'home', ['en'], { cards }).html).not.toContain('Roads');
    expect(draw(config(), 'gallery', ['en']).html).not.toContain('shell-cards');
  });

  it('has the picture of a map at its place', () => {
    const picture = {
      address: '/x?a&b"',
      place: { x: 10, y: 0, width: 30, scheme: 'light' },
      view: { xmin: 0, ymin: -10, xmax: 20, ymax: 10 },
    } as const;
    const { html } = draw(config(), 'map', ['en'], { picture });
    expect(html).toContain('<div id="shell-picture" class="light" inert aria-hidden="true">');
    expect(html).toContain('<img src="/x?a&amp;b&quot;" alt="" fetchpriority="high"');
    expect(html).toContain('width:min(150cqw,150cqh)');
    expect(draw(config(), 'map', ['en']).html).not.toContain('shell-picture');
  });

  it('is absent where the build has no parts for it', async () => {
    const empty = await createWebFolder();
    expect(await shellDrawer(empty.path)).toBeUndefined();
    await rm(empty.path, { recursive: true });
  });
});
