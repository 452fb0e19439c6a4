import { expect, type Page } from '@playwright/test';
import { faultsIn, type Look } from './accessibility-faults.ts';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { settled } from './settled.ts';
import { expectMapDrawn, findItem, test } from './steps.ts';

/** What every run examines on a map; the long run has all states in all looks (`states`). */
type State = readonly [name: string, show: (page: Page) => Promise<void>];

const popupOf = (page: Page) => page.locator('arcgis-popup');

const reading: readonly State[] = [
  [
    'results of a search',
    async (page) => {
      const openTool = page.locator('[data-tour=tools] [aria-pressed=true]');
      if ((await openTool.count()) > 0) await openTool.click();
      await page.getByRole('search').getByRole('button', { name: 'Find a place or feature' }).click();
      await page.getByRole('combobox', { name: 'Search the map' }).pressSequentially('park');
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    },
  ],
  [
    'a popup',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.locator('[data-tour=tools] [data-tool=in-view]').click();
      const rows = page.getByRole('region', { name: 'In view', exact: true }).getByRole('listitem');
      await rows.first().getByRole('button').press('Enter');
      await expect(popupOf(page)).toHaveJSProperty('open', true);
      await expect(popupOf(page).locator('td').first()).toBeVisible();
    },
  ],
];

async function openMap(page: Page): Promise<void> {
  await arriveSignedIn(page, 'grace');
  await page.goto(`/demo/map/wid/${await findItem(page, 'Public transport stops')}`);
  await expectMapDrawn(page);
}

async function expectNoFaults(page: Page, states: readonly State[], looks: readonly Look[]): Promise<void> {
  /* oxlint-disable no-await-in-loop -- one after the other, on the same page */
  for (const [name, show] of states) {
    await show(page);
    await page.mouse.move(0, 0);
    await settled(page);
    // The others are examined even so.
    expect.soft(await faultsIn(page, looks), name).toEqual([]);
  }
  /* oxlint-enable no-await-in-loop */
}

test('results of a search and a popup have no accessibility violations', async ({ page }) => {
  await openMap(page);
  await expectNoFaults(page, reading, ['light']);
});
