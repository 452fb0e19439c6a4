import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { misfitsIn } from './fitting-texts.ts';
import { mainScreens, openScreen } from './main-screens.ts';
import { settled } from './settled.ts';
import { scenes } from './states/all-states.ts';
import { examineStates, showTool } from './states/examine-states.ts';
import { expectMapDrawn, findItem, test } from './steps.ts';

/** One language of each script, and more where words are as long as German ones. */
const latin = ['de', 'fi', 'hu'] as const;
const otherScripts = ['ru', 'el', 'ja', 'th', 'hi', 'bn', 'si', 'km', 'my', 'am', 'hy', 'ar', 'he'] as const;
const languages = [...latin, ...otherScripts] as const;
const [longest, ...others] = languages;

const administration = [
  'settings',
  'portal',
  'integrations',
  'health',
  'maps',
  'usage',
  'people',
  'audit',
  'revisions',
].map((page) => `/demo/administration?page=${page}`);

for (const language of languages) {
  test(`the texts of the main screens fit in ${language}`, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(900_000);
    // The language is that of the tab from now on.
    await page.goto(`/demo?lang=${language}`);
    /* oxlint-disable no-await-in-loop -- one after the other, in the same tab */
    for (const screen of mainScreens) {
      await openScreen(page, screen);
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
      expect.soft(await misfitsIn(page, language), screen.name).toEqual([]);
    }
    for (const address of [...administration, '/demo/accessibility']) {
      await page.goto(address);
      await settled(page);
      expect.soft(await misfitsIn(page, language), address).toEqual([]);
    }
    /* oxlint-enable no-await-in-loop */
  });

  test(`the texts of the tools of a map fit in ${language}`, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(900_000);
    await arriveSignedIn(page, 'grace');
    await page.goto(`/demo/map/wid/${await findItem(page, 'Public transport stops')}?lang=${language}`);
    await expectMapDrawn(page);
    const tools = page.locator('[data-tour=tools] [data-tool]');
    const ids = await tools.evaluateAll((all) => all.map(({ dataset }) => dataset['tool'] ?? ''));
    /* oxlint-disable no-await-in-loop -- one after the other, on the same page */
    for (const id of ids) {
      await showTool(page, id);
      expect.soft(await misfitsIn(page, language), id).toEqual([]);
    }
    /* oxlint-enable no-await-in-loop */
  });
}

// Each in the language of the longest words, and in one of the other scripts: in all of them it would take hours.
for (const [index, scene] of scenes.entries())
  for (const language of [longest, others[index % others.length] ?? longest])
    test(`${scene.name}: the texts fit in ${language}`, { tag: '@long' }, async ({ page }) => {
      test.setTimeout(600_000);
      await examineStates(page, scene, language, (shown) => misfitsIn(shown, language));
    });
