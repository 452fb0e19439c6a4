import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page } from '@playwright/test';
import { readPage } from './printed-page.ts';
import { PNG } from 'pngjs';
import { textFonts } from '../../wire/script-fonts.ts';
import { expectMapDrawn, findItem, test as base, tokenOf } from './steps.ts';

const folderOf = (font: string) => path.dirname(fileURLToPath(font));
/** A font with Latin, Greek and Cyrillic letters, and one with Japanese ones. */
const latin = folderOf(import.meta.resolve('@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf'));
const japanese = folderOf(
  import.meta.resolve('@expo-google-fonts/dotgothic16/400Regular/DotGothic16_400Regular.ttf'),
);

/** Whether a page draws a letter, and not the box of a missing one. */
function draws(page: Page, letter: string): Promise<boolean> {
  return page.evaluate(
    ({ letter, textFonts }) => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const picture = (text: string) => {
        if (!context) throw new Error('This browser cannot draw pictures.');
        context.reset();
        context.font = `40px ${textFonts}`;
        context.fillText(text, 20, 80);
        return context.getImageData(0, 0, 150, 150).data.join();
      };
      return picture(letter) !== picture('\u0378');
    },
    { letter, textFonts },
  );
}

/** The widths of texts in a page. */
function widths(page: Page, texts: readonly string[]): Promise<number[]> {
  return page.evaluate(
    async ({ texts, textFonts }) => {
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('This browser cannot draw pictures.');
      context.font = `40px ${textFonts}`;
      await document.fonts.load(context.font, texts.join(''));
      return texts.map((text) => context.measureText(text).width);
    },
    { texts, textFonts },
  );
}

const test = base.extend<{ readsJapanese: boolean; poor: Browser }>({
  readsJapanese: [false, { option: true }],
  /** A browser on a computer with those fonts only. */
  poor: async ({ playwright, launchOptions, readsJapanese }, use, testInfo) => {
    const configuration = testInfo.outputPath('fonts.conf');
    const installed = readsJapanese ? [latin, japanese] : [latin];
    await writeFile(
      configuration,
      `<fontconfig>${installed.map((folder) => `<dir>${folder}</dir>`).join('')}<cachedir>${testInfo.outputPath('cache')}</cachedir></fontconfig>`,
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
  { locale: 'ja', letter: '図', fonts: ['jp'], tag: [] },
  { locale: 'am', letter: 'ካ', fonts: ['ethiopic'], tag: '@long' },
  { locale: 'si', letter: 'ක', fonts: ['sinhala'], tag: '@long' },
  { locale: 'hi', letter: 'क', fonts: ['devanagari'], tag: '@long' },
  { locale: 'fa', letter: 'ک', fonts: ['arabic'], tag: '@long' },
])
  test(
    `a computer with Latin letters only shows a page in ${locale}, and loads fonts of its script only`,
    { tag },
    async ({ poor, baseURL }) => {
      const page = await poor.newPage({ baseURL, locale, serviceWorkers: 'block' });
      const loaded = new Set<string>();
      page.on('request', (request) => {
        const [, script] = /\/noto-sans-([a-z]+)-[^/]*\.woff2$/.exec(request.url()) ?? [];
        if (script) loaded.add(script);
      });
      await page.goto('/demo');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => draws(page, letter)).toBe(true);
      await page.evaluate(() => document.fonts.ready);
      expect([...loaded]).toEqual(fonts);
      // The test recognises a missing letter: of Tibetan, which has no face.
      expect(await draws(page, 'ཀ')).toBe(false);
    },
  );

test(
  'letters that a joiner puts together are one, as in the font',
  { tag: '@long' },
  async ({ poor, baseURL }) => {
    const page = await poor.newPage({ baseURL, locale: 'si', serviceWorkers: 'block' });
    await page.goto('/demo');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const [joined = 0, apart = 0, sinhala = 0] = await widths(page, ['ක්\u200dර', 'ක්ර', 'ක']);
    expect(joined).toBeLessThan(sinhala * 1.2);
    expect(apart).toBeGreaterThan(sinhala * 1.4);
    const [eyelash = 0, reph = 0] = await widths(page, ['र्\u200dय', 'र्य']);
    expect(eyelash).toBeGreaterThan(reph);
  },
);

test(
  'a PDF has Khmer, Ethiopic and Chinese titles as drawn letters, not boxes',
  { tag: '@long' },
  async ({ poor, page: signedOut, baseURL }) => {
    test.setTimeout(600_000);
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
    const all = [
      await titled('ក'),
      await titled('ខ'),
      await titled('ካ'),
      await titled('ኮ'),
      await titled('圖'),
      await titled('表'),
    ];
    expect(new Set(all).size).toBe(6);
  },
);

/** A public map of two points without symbols on a white ground, and their labels: Japanese in the west, Tibetan in the east. */
async function addLabelledMap(page: Page): Promise<string> {
  const point = (x: number, name: string, id: number) => ({
    geometry: { x, y: 0, spatialReference: { wkid: 102100 } },
    attributes: { id, name },
  });
  const fields = [
    { name: 'id', type: 'esriFieldTypeOID', alias: 'id' },
    { name: 'name', type: 'esriFieldTypeString', alias: 'name' },
  ];
  const clear = { type: 'esriSMS', style: 'esriSMSCircle', size: 4, color: [0, 0, 0, 0], outline: null };
  const text = { type: 'esriTS', color: [0, 0, 0, 255], font: { family: 'Arial Unicode MS', size: 40 } };
  const layerDefinition = {
    geometryType: 'esriGeometryPoint',
    objectIdField: 'id',
    fields,
    drawingInfo: {
      renderer: { type: 'simple', symbol: clear },
      labelingInfo: [
        {
          labelExpressionInfo: { expression: '$feature.name' },
          labelPlacement: 'esriServerPointLabelPlacementCenterCenter',
          symbol: text,
        },
      ],
    },
  };
  const features = [point(-1000, '東京都', 1), point(1000, 'བོད', 2)];
  const layer = { layerDefinition, featureSet: { geometryType: 'esriGeometryPoint', features } };
  const document = {
    operationalLayers: [{ id: 'names', title: 'Names', featureCollection: { layers: [layer] } }],
    baseMap: { title: 'None', baseMapLayers: [] },
    initialState: {
      viewpoint: {
        targetGeometry: {
          xmin: -2000,
          ymin: -1000,
          xmax: 2000,
          ymax: 1000,
          spatialReference: { wkid: 102100 },
        },
      },
    },
    spatialReference: { wkid: 102100, latestWkid: 3857 },
    version: '2.31',
  };
  const token = await tokenOf(page, 'grace');
  const added = await page.request.post('/portal/sharing/rest/content/users/grace/addItem', {
    form: {
      f: 'json',
      token,
      type: 'Web Map',
      title: 'Names',
      access: 'public',
      text: JSON.stringify(document),
    },
  });
  const { id } = (await added.json()) as { id: string };
  await page.request.post(`/portal/sharing/rest/content/users/grace/items/${id}/share`, {
    form: { f: 'json', token, everyone: 'true' },
  });
  return id;
}

for (const readsJapanese of [true, false])
  test.describe(readsJapanese ? 'with Japanese letters installed' : 'without Japanese letters', () => {
    test.use({ readsJapanese });

    test(
      'a map draws Japanese labels, and nothing where a script is missing',
      { tag: '@long' },
      async ({ poor, page: owner, baseURL }) => {
        const id = await addLabelledMap(owner);
        const page = await poor.newPage({
          baseURL,
          locale: 'en',
          colorScheme: 'light',
          serviceWorkers: 'block',
        });
        await page.goto(`/demo/map/wid/${id}`);
        await expectMapDrawn(page);
        const dark = async () => {
          const { width, height, data } = PNG.sync.read(
            await page.getByRole('application').first().screenshot(),
          );
          // The middle of the map, where no control is.
          const counts = { west: 0, east: 0 };
          for (let y = Math.round(height * 0.4); y < height * 0.6; y += 1)
            for (let x = Math.round(width * 0.3); x < width * 0.7; x += 1)
              if ((data[(y * width + x) * 4] ?? 255) < 60) counts[x < width / 2 ? 'west' : 'east'] += 1;
          return counts;
        };
        await expect.poll(async () => (await dark()).west).toBeGreaterThan(200);
        expect((await dark()).east).toBe(0);
      },
    );
  });
