import { readFileSync } from 'node:fs';
import { expect, type Locator } from '@playwright/test';
import { layersIn, type WebMapJson } from '../../web/map/document/web-map-json.ts';
import { onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn } from './steps.ts';

const file = new URL('../../translations/map-sdk/km.json', import.meta.url);
const { texts } = JSON.parse(readFileSync(file, 'utf8')) as { texts: Record<string, string> };
/** Texts without a value, and the beginnings of those with one. */
const whole = new Set(Object.keys(texts).filter((text) => !text.includes('{')));
const beginnings = Object.keys(texts)
  .map((text) => text.split('{', 1)[0] ?? '')
  .filter((text, index) => text.length >= 5 && !whole.has(Object.keys(texts)[index] ?? ''));
const isEnglish = (text: string) => whole.has(text) || beginnings.some((start) => text.startsWith(start));

/** What a component of the SDK shows and tells screen readers, without the values of features. */
function wordsOf(component: Locator): Promise<string[]> {
  return component.evaluate((host) => {
    const found: string[] = [];
    const read = (root: Element | ShadowRoot) => {
      for (const element of root.querySelectorAll('*:not(style, script, th, td)')) {
        for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'label', 'text'])
          found.push(element.getAttribute(name) ?? '');
        for (const node of element.childNodes)
          if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '');
        if (element.shadowRoot) read(element.shadowRoot);
      }
    };
    read(host.shadowRoot ?? host);
    return found.map((text) => text.trim()).filter(Boolean);
  });
}

onEachPortal(
  (_portal, { long }) => {
    test('the words of the map SDK are in a language that it does not have', long, async ({ page, site }) => {
      const show = async (title: string, hash: string, change?: (map: WebMapJson) => void) => {
        const original = await site.maps.dataOf(await site.maps.idOf(title));
        const document = JSON.parse(original) as WebMapJson;
        change?.(document);
        const id = await site.maps.add(`${title} in Khmer`, document);
        await page.goto(`/${site.org}/map/wid/${id}?lang=km${hash}`);
        await expectMapDrawn(page);
      };

      await show('Sights and monuments', '#tool=legend', (map) => {
        const [layer] = layersIn(map.operationalLayers);
        const renderer = {
          type: 'heatmap',
          radius: 12,
          maxDensity: 0.02,
          minDensity: 0,
          colorStops: [
            { ratio: 0, color: [255, 255, 255, 0] },
            { ratio: 0.2, color: [250, 200, 100, 255] },
            { ratio: 1, color: [200, 0, 0, 255] },
          ],
        };
        Object.assign(layer ?? {}, { layerDefinition: { drawingInfo: { renderer } } });
      });
      const legend = page.locator('arcgis-legend');
      await expect(legend.getByText(texts['High'] ?? '', { exact: true })).toBeVisible();
      await expect(legend.getByText(texts['Low'] ?? '', { exact: true })).toBeVisible();
      expect((await wordsOf(legend)).filter(isEnglish)).toEqual([]);

      await site.arrive(page, 'member');
      await show('Public transport', '#tool=in-view');
      await page.getByRole('listitem').getByRole('button').first().press('Enter');
      const popup = page.locator('arcgis-popup');
      await expect(popup).toHaveJSProperty('open', true);
      await expect(popup.getByRole('button', { name: texts['Close'] ?? '', exact: true })).toBeVisible();
      await expect(popup.getByText(texts['Zoom to'] ?? '', { exact: true })).toBeAttached();
      expect((await wordsOf(popup)).filter(isEnglish)).toEqual([]);

      await show('Sights and monuments', '#tool=bookmarks');
      const bookmarks = page.locator('arcgis-bookmarks');
      await bookmarks.getByRole('button', { name: texts['Add bookmark'] ?? '' }).press('Enter');
      await expect(bookmarks.getByRole('textbox', { name: texts['Title'] ?? '' })).toBeVisible();
      expect((await wordsOf(bookmarks)).filter(isEnglish)).toEqual([]);
    });
  },
  { portals: ['embedded portal'] },
);
