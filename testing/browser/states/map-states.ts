import { expect, type Page } from '@playwright/test';
import { findItem } from '../steps.ts';
import { showTool } from './examine-states.ts';
import { addOwnLayer } from './own-layer.ts';
import type { Opened, Scene } from './state.ts';

const tools = 'web/features/map-tools';
const confirm = 'web/ui/confirm-dialog.tsx';

const mapOf =
  (title: string, rest = '') =>
  async (page: Page) =>
    `/demo/map/wid/${await findItem(page, title)}${rest}`;

/** A map of grace's own, whose layer keeps its history. */
const ownMap =
  (rest = '') =>
  async (page: Page) =>
    `/demo/map/wid/${(await addOwnLayer(page)).map}${rest}`;

const popupOf = (page: Page) => page.locator('arcgis-popup');

/** Opens the form of the feature whose popup is open. */
export async function openForm({ page, text }: Opened): Promise<void> {
  await expect(popupOf(page)).toHaveJSProperty('open', true);
  await popupOf(page)
    .getByRole('button', { name: text('popup.edit'), exact: true })
    .click();
  await nameField(page).waitFor();
}

export const nameField = (page: Page) =>
  page
    .locator('form')
    .getByRole('textbox', { name: /name|Name/ })
    .first();

async function changeForm(opened: Opened): Promise<void> {
  await openForm(opened);
  await nameField(opened.page).fill('Another name');
  await opened.page.getByRole('button', { name: opened.text('edit.back'), exact: true }).click();
}

/** Shows or hides the layer; the panel of layers must be open. */
export const changeLayer = ({ page, text }: Opened) => {
  // In Arabic the title is isolated.
  const name = text('layers.visible').replace('{{title}}', '\u2068?Benches\u2069?');
  return page
    .locator('section')
    .getByRole('button', { name: new RegExp(`^${name}$`) })
    .first()
    .click();
};

/** Changes the map, saves it, changes it again, and opens its versions. */
async function openVersions(opened: Opened): Promise<void> {
  const { page, text, press } = opened;
  await changeLayer(opened);
  await page.keyboard.press('Control+s');
  await expect(page.getByText(text('saving.saved'))).toBeVisible();
  await changeLayer(opened);
  await showTool(page, 'history');
  await press('history.restore');
}

/** Searches by typing, which shows results at once. */
async function search({ page, text, press }: Opened): Promise<void> {
  await press('search.placeholder');
  await page.getByRole('combobox', { name: text('search.label') }).pressSequentially('park');
  await page.getByRole('option').first().waitFor();
}

export async function openPopup({ page, text }: Opened): Promise<void> {
  await showTool(page, 'in-view');
  const rows = page.getByRole('region', { name: text('inview.title'), exact: true }).getByRole('listitem');
  await rows.first().getByRole('button').press('Enter');
  await expect(popupOf(page)).toHaveJSProperty('open', true);
  await expect(popupOf(page).locator('td').first()).toBeVisible();
}

export const mapScenes: readonly Scene[] = [
  {
    name: 'results of a search and a popup',
    as: 'grace',
    path: mapOf('Public transport stops'),
    map: true,
    states: [
      {
        name: 'results of a search',
        steps: [search],
        shows: [`${tools}/search/place-search.tsx`],
        stays: true,
      },
      { name: 'a popup', steps: [openPopup], shows: [], stays: true },
    ],
  },
  {
    name: 'the form of a feature',
    as: 'grace',
    path: ownMap('#feature=benches:1'),
    map: true,
    states: [
      { name: 'the form', steps: [openForm], shows: [], stays: true },
      {
        name: 'leaving with changes',
        steps: [changeForm],
        shows: [`${tools}/editing/use-ask-before-leaving.tsx`, confirm],
        stays: true,
      },
      {
        name: 'deleting the feature',
        steps: [openForm, 'edit.delete'],
        shows: [`${tools}/editing/feature-form.tsx`],
        stays: true,
      },
      {
        name: 'the history of the feature',
        steps: [
          ({ page, text }) =>
            popupOf(page)
              .getByRole('button', { name: text('popup.history'), exact: true })
              .press('Enter'),
          ({ page }) => page.getByRole('dialog').getByRole('listitem').first().waitFor(),
        ],
        shows: [`${tools}/popup/feature-history.tsx`],
        stays: true,
      },
    ],
  },
  {
    name: 'unsaved changes of a map',
    as: 'grace',
    path: ownMap('#tool=layers'),
    map: true,
    states: [
      {
        name: 'restoring a version',
        tool: 'layers',
        steps: [openVersions],
        shows: [`${tools}/history/version-row.tsx`],
        stays: true,
      },
      {
        name: 'leaving the map',
        steps: [changeLayer, ({ page }) => page.getByRole('banner').getByRole('link').first().click()],
        shows: [`${tools}/saving/leave-guard.tsx`],
        stays: true,
      },
    ],
  },
  {
    name: 'settings of a layer with a history',
    as: 'grace',
    path: ownMap(),
    map: true,
    states: [
      {
        name: 'the layer as it was',
        tool: 'layers',
        steps: ['layers.more', 'layers.asOf'],
        shows: [`${tools}/layers/as-of-dialog.tsx`],
      },
      {
        name: 'the menu of a field in a form',
        tool: 'layers',
        steps: ['layers.more', 'layers.form', 'layers.form.own', ['layers.more', { title: 'name' }]],
        shows: [`${tools}/layers/form-element.tsx`],
      },
    ],
  },
];
