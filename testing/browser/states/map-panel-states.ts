import type { Page } from '@playwright/test';
import { findItem } from '../steps.ts';
import { addOwnLayer } from './own-layer.ts';
import type { Opened, Scene } from './state.ts';

const tools = 'web/features/map-tools';
const sharing = 'web/features/sharing';

const stops =
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

/** Opens integrations, and chooses the place that they show. */
const openPanes =
  (...titles: readonly string[]) =>
  async ({ page, press }: Opened) => {
    for (const name of titles) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await press('header.integrations');
      // oxlint-disable-next-line no-await-in-loop
      await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
      // oxlint-disable-next-line no-await-in-loop
      await page.getByRole('tabpanel', { name }).waitFor();
    }
    await press('integration.middle');
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
        shows: [`${sharing}/share-map/shared-map-row.tsx`],
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
    path: stops('#at=51.13,71.43,14,0'),
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
        steps: [openPanes(title)],
        shows: [],
        stays: true as const,
      })),
      {
        name: 'a capture',
        steps: [openPanes('Street View'), 'integration.capture'],
        shows: [`${tools}/integrations/capture/capture-dialog.tsx`],
        stays: true,
      },
    ],
  },
];
