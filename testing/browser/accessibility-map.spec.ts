import { expect, type Page } from '@playwright/test';
import { everyLook, faultsIn, type Look } from './accessibility-faults.ts';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { chooseMiddle, drawer, openIntegration } from './integration-steps.ts';
import { settled } from './settled.ts';
import { expectMapDrawn, findItem, panelOf, test } from './steps.ts';

/** What opens on a map by steps that only it has, one after the other on the same page. */
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

const working: readonly State[] = [
  [
    'the form of a feature',
    async (page) => {
      await popupOf(page).getByRole('button', { name: 'Edit', exact: true }).click();
      await expect(nameField(page)).toBeVisible();
    },
  ],
  [
    'the question before changes of a form are discarded',
    async (page) => {
      await nameField(page).fill('Another name');
      await panelOf(page, 'Edit').getByRole('button', { name: 'Back', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible();
    },
  ],
  [
    'the form that saves a new map',
    async (page) => {
      await page.getByRole('button', { name: 'Discard' }).click();
      await panelOf(page, 'Edit').getByRole('button', { name: 'Close panel' }).click();
      await page.getByRole('button', { name: 'Save as …' }).click();
      await expect(page.getByRole('button', { name: 'Save as a new map' })).toBeVisible();
    },
  ],
];

const talking: readonly State[] = [
  [
    'a conversation',
    async (page) => {
      const panel = panelOf(page, 'Comments');
      await panel.getByRole('group', { name: 'Comment on' }).getByRole('button', { name: 'Point' }).click();
      await page.mouse.click(900, 400);
      const text = `Is this stop still here? ${test.info().retry}`;
      await panel.getByRole('textbox', { name: 'Comment on the point' }).fill(text);
      await panel.getByRole('button', { name: 'Send' }).click();
      const conversation = panel.getByRole('article', { name: 'Point' }).filter({ hasText: text });
      const reply = conversation.getByRole('textbox', { name: 'Reply' });
      await reply.fill('Yes');
      await reply.press('Control+Enter');
      await expect(conversation.getByRole('paragraph').filter({ hasText: /^Yes$/ })).toBeVisible();
    },
  ],
  [
    'the question before a conversation is removed',
    async (page) => {
      const conversation = panelOf(page, 'Comments').getByRole('article', { name: 'Point' });
      await conversation.getByRole('button', { name: 'More actions' }).first().click();
      await page.getByRole('menuitem', { name: 'Remove conversation' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: 'Remove conversation' })).toBeVisible();
    },
  ],
];

const titles = ['Cyclomedia', 'Street View', 'Demo Cityworks'];
const integrations: readonly State[] = titles.map((title, index) => [
  `the pane of ${title}`,
  async (page) => {
    if (index === 0) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (const each of titles) await openIntegration(page, each);
      await chooseMiddle(page);
    }
    await drawer(page).getByRole('tab', { name: title }).click();
    await expect(page.getByRole('tabpanel', { name: title })).toBeVisible();
  },
]);

const nameField = (page: Page) => panelOf(page, 'Edit').getByRole('textbox', { name: 'Name', exact: true });

async function openMap(page: Page, rest: string): Promise<void> {
  await arriveSignedIn(page, 'grace');
  await page.goto(`/demo/map/wid/${await findItem(page, 'Public transport stops')}${rest}`);
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
  await openMap(page, '');
  await expectNoFaults(page, reading, ['light', '400 %']);
});

for (const [name, rest, states] of [
  ['what a feature and a map are edited with', '', [...reading, ...working]],
  ['conversations', '#at=51.13,71.43,14,0&tool=comments', talking],
  ['the panes of integrations', '#at=51.1608,71.4285,17,0', integrations],
] as const)
  test(`${name} have no accessibility violations in any look`, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(600_000);
    await openMap(page, rest);
    await expectNoFaults(page, states, everyLook);
  });
