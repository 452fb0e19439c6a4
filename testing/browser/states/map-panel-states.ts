import type { Page } from '@playwright/test';
import { findItem } from '../steps.ts';
import { addOwnLayer } from './own-layer.ts';
import type { Opened, Scene } from './state.ts';

const tools = 'web/features/map-tools';
const sharing = 'web/features/sharing';

export const stops =
  (rest = '') =>
  async (page: Page) =>
    `/demo/map/wid/${await findItem(page, 'Public transport stops')}${rest}`;

/** Adds a comment on the place that the map shows. */
async function talk({ page, text, press }: Opened): Promise<void> {
  await press('comments.place.view');
  await page.getByRole('textbox', { name: text('comments.new.view') }).fill('Is this stop still here?');
  await press('comments.send');
  await page.getByRole('article').first().waitFor();
}

/** Opens the map a second time, as another person does. */
async function meet({ page, text }: Opened): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await page.getByRole('list', { name: text('comments.people'), exact: true }).waitFor();
  await page.bringToFront();
}

/** Opens an integration, whose pane appears when a place is chosen. It stays open: the next state opens another one. */
export const openPane =
  (name: string) =>
  async ({ page, press }: Opened) => {
    await press('header.integrations');
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
    await press('integration.middle');
    await page.getByRole('tabpanel', { name }).waitFor();
  };

export const mapPanelScenes: readonly Scene[] = [
  {
    name: 'further settings of a layer',
    as: 'grace',
    path: stops(),
    map: true,
    states: [
      {
        name: 'the symbol of one value',
        tool: 'layers',
        steps: ['layers.more', 'layers.style', 'layers.symbol.of'],
        shows: [`${tools}/layers/symbol-fields.tsx`],
      },
      {
        name: 'an expression in the large editor',
        tool: 'layers',
        steps: [
          'layers.more',
          'layers.labels',
          'layers.labels.text',
          'layers.labels.expression',
          'layers.expression.open',
        ],
        shows: [`${tools}/layers/arcade/arcade-dialog.tsx`],
      },
      {
        name: 'a link in the text of a popup',
        tool: 'layers',
        steps: [
          'layers.more',
          'layers.popup',
          'layers.popup.add',
          'layers.popup.element.text',
          'layers.text.link',
        ],
        shows: [`${tools}/layers/rich-text/format-buttons.tsx`],
      },
      {
        name: 'the menu of a selection',
        tool: 'select',
        steps: ['select.inView', ({ page }) => page.locator('section [aria-haspopup=menu]').last().click()],
        shows: [`${tools}/select/selected-layers.tsx`],
      },
      {
        name: 'the tools that a narrow window hides',
        steps: [({ page }) => page.setViewportSize({ width: 390, height: 800 }), 'viewer.moreTools'],
        shows: [`${tools}/viewer/tool-rail.tsx`],
      },
    ],
  },
  {
    name: 'what a map is shared with',
    as: 'grace',
    path: async (page) => `/demo/map/wid/${(await addOwnLayer(page)).map}`,
    map: true,
    states: [
      {
        name: 'the menu of a link',
        tool: 'share',
        steps: ['sharing.create', 'sharing.actions'],
        shows: [`${sharing}/share-map/shared-map-row.tsx`],
      },
      {
        name: 'another name of a link',
        tool: 'share',
        steps: ['sharing.actions', 'sharing.rename'],
        shows: [`${sharing}/share-map/shared-map-row.tsx`, 'web/ui/rename-dialog.tsx'],
      },
      {
        name: 'ending a link',
        tool: 'share',
        steps: ['sharing.actions', 'sharing.revoke'],
        shows: [`${sharing}/share-map/shared-map-row.tsx`],
      },
      {
        name: 'translations',
        tool: 'share',
        steps: [
          ({ page, text }) =>
            page
              .getByRole('button', { description: text('translations.title') })
              .first()
              .click(),
        ],
        shows: [`${sharing}/share-map/translations/translations-dialog.tsx`],
      },
    ],
  },
  {
    name: 'conversations',
    as: 'grace',
    path: async (page) => `/demo/map/wid/${(await addOwnLayer(page)).map}`,
    map: true,
    states: [
      { name: 'a conversation', tool: 'comments', steps: [talk], shows: [], stays: true },
      {
        name: 'removing a conversation',
        tool: 'comments',
        steps: [talk, 'comments.more', 'comments.removeAll'],
        shows: [`${sharing}/comments/conversation.tsx`],
        stays: true,
      },
      // The other page stays open.
      { name: 'another person on the map', tool: 'comments', steps: [meet], shows: [], stays: true },
    ],
  },
  {
    name: 'the panes of integrations',
    as: 'grace',
    path: stops('#at=51.1608,71.4285,17,0'),
    map: true,
    states: [
      ...['Cyclomedia', 'Street View', 'Demo Cityworks'].map((title) => ({
        name: `the pane of ${title}`,
        steps: [openPane(title)],
        shows: [],
        stays: true as const,
      })),
      {
        name: 'the times of photos of one place',
        steps: [
          openPane('Street photos'),
          async ({ page }) => {
            const frame = page.frameLocator('iframe[name="street-photos"]');
            await frame.getByRole('combobox').first().click();
            await frame.getByRole('listbox').waitFor();
          },
        ],
        shows: ['web/integrations/photos/photo-bar.tsx'],
        stays: true,
      },
      {
        name: 'a capture',
        steps: [openPane('Street photos'), 'integration.capture'],
        shows: [`${tools}/integrations/capture/capture-dialog.tsx`],
        stays: true,
      },
    ],
  },
];
