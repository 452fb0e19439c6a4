import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page } from '@playwright/test';
import { readPage } from './printed-page.ts';
import { expectMapDrawn, findItem, test as base } from './steps.ts';

/** The only font of the computer: Latin, Greek and Cyrillic. */
const installed = path.dirname(
  fileURLToPath(import.meta.resolve('@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf')),
);

/** Whether a page draws a letter, and not the box of a missing one. */
function draws(page: Page, letter: string): Promise<boolean> {
  return page.evaluate((letter) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const picture = (text: string) => {
      if (!context) throw new Error('This browser cannot draw pictures.');
      context.reset();
      context.font = '40px Roboto';
      context.fillText(text, 20, 80);
      return context.getImageData(0, 0, 150, 150).data.join();
    };
    return picture(letter) !== picture('\u0378');
  }, letter);
}

const test = base.extend<{ poor: Browser }>({
  /** A browser on a computer with that font only. */
  poor: async ({ playwright, launchOptions }, use, testInfo) => {
    const configuration = testInfo.outputPath('fonts.conf');
    await writeFile(
      configuration,
      `<fontconfig><dir>${installed}</dir><cachedir>${testInfo.outputPath('cache')}</cachedir></fontconfig>`,
    );
    const env = { ...process.env, FONTCONFIG_FILE: configuration };
    const browser = await playwright.chromium.launch({ ...launchOptions, env });
    await use(browser);
    await browser.close();
  },
});

for (const { locale, letter, fonts, tag } of [
  { locale: 'en', letter: 'a', fonts: [], tag: [] },
  { locale: 'km', letter: 'ក', fonts: ['khmer'], tag: [] },
  { locale: 'am', letter: 'ካ', fonts: ['ethiopic'], tag: '@long' },
])
  test(
    `a computer with Latin letters only shows a page in ${locale}, and loads fonts of its script only`,
    { tag },
    async ({ poor, baseURL }) => {
      const page = await poor.newPage({ baseURL, locale, serviceWorkers: 'block' });
      const loaded = new Set<string>();
      page.on('request', (request) => {
        const [, script] = /\/noto-sans-(\w+)-[^/]*\.woff2$/.exec(request.url()) ?? [];
        if (script) loaded.add(script);
      });
      await page.goto('/demo');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      expect([...loaded]).toEqual(fonts);
      expect(await draws(page, letter)).toBe(true);
      // The test recognises a missing letter: of Tibetan, which has no face.
      expect(await draws(page, 'ཀ')).toBe(false);
    },
  );

test(
  'a PDF has Khmer and Ethiopic titles as drawn letters, not boxes',
  { tag: '@long' },
  async ({ poor, page: signedOut, baseURL }) => {
    test.setTimeout(300_000);
    const id = await findItem(signedOut, 'Sights and monuments');
    const page = await poor.newPage({ baseURL, locale: 'en', serviceWorkers: 'block' });
    await page.goto(`/demo/map/wid/${id}#tool=print`);
    await expectMapDrawn(page);
    const titled = async (title: string) => {
      await page.getByRole('textbox', { name: 'Title' }).fill(title);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Create file' }).click(),
      ]);
      const { pictures } = await readPage(await readFile(await file.path()));
      // The title is the first picture of a page; boxes of missing letters are all alike.
      return pictures[0]?.data.join();
    };
    const all = [await titled('ក'), await titled('ខ'), await titled('ካ'), await titled('ኮ')];
    expect(new Set(all).size).toBe(4);
  },
);
