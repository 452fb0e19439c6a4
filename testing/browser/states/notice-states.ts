import { expect, type Page } from '@playwright/test';
import { addOwnLayer } from './own-layer.ts';
import { changeLayer, nameField, openForm, openPopup } from './map-states.ts';
import { openPane, stops } from './map-panel-states.ts';
import { registeredApplication } from './item-states.ts';
import type { Opened, Scene, State, Step } from './state.ts';

const tools = 'web/features/map-tools';

/** A notice with this text, which would disappear after some seconds: it waits while the window is in the background. */
const stays =
  (key: string) =>
  async ({ page, text }: Opened) => {
    const [longest = ''] = text(key)
      .split(/\{\{\w+\}\}/)
      .toSorted((one, other) => other.length - one.length);
    await page.locator('.MuiSnackbar-root').getByText(longest.trim()).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  };

/** A notice with a button that undoes: it waits while the button has the focus. */
const undoFocused =
  (key: string) =>
  async ({ page, text }: Opened) => {
    const undo = page.locator('.MuiSnackbar-root').getByRole('button', { name: text(key), exact: true });
    await undo.focus();
    await expect(undo).toBeFocused();
  };

const notice = (name: string, steps: readonly Step[], ...shows: string[]): State => ({
  name,
  steps,
  shows,
  stays: true,
});

const mention = {
  id: '7d1f0a3e-93c5-4d59-8d0e-0c7a4b1f2e6d',
  author: 'Ada Lovelace',
  text: '@grace, is this stop still here?',
  wid: '0'.repeat(32),
  thread: '2f4b8c1d-5a6e-4f70-9b3c-8d2e1a0f4c5b',
  created: 0,
};

/** Answers the request for mentions as if another person had just named this one. */
async function mentioned(page: Page): Promise<string> {
  await page.route('**/api/demo/mentions', (route) => route.fulfill({ json: { results: [mention] } }));
  return stops()(page);
}

const quay = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Quay' },
      geometry: { type: 'Point', coordinates: [71.43, 51.13] },
    },
  ],
};

/** The page reads the configuration again after ten minutes, and finds another title. */
async function changedConfiguration({ page }: Opened): Promise<void> {
  await page.route('**/api/demo/config', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), title: 'Another title' } });
  });
  await page.clock.fastForward(601_000);
}

/** As the browser reports a picture that the policy of the page does not allow. */
const blockPicture = ({ page }: Opened) =>
  page.evaluate(() =>
    document.dispatchEvent(
      new SecurityPolicyViolationEvent('securitypolicyviolation', {
        effectiveDirective: 'img-src',
        violatedDirective: 'img-src',
        originalPolicy: '',
        documentURI: location.href,
        disposition: 'enforce',
        statusCode: 200,
        blockedURI: 'https://pictures.example/a.png',
      }),
    ),
  );

const refuseClipboard = ({ page }: Opened) =>
  page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });

const pressMap = ({ page }: Opened) => page.getByRole('application').first().click();

export const noticeScenes: readonly Scene[] = [
  {
    name: 'notices of the page',
    path: async (page) => {
      await page.clock.install();
      return '/demo/gallery';
    },
    states: [
      notice(
        'a picture of a closed host',
        [blockPicture, stays('app.closedHosts')],
        'web/app/page-notes.tsx',
      ),
      notice(
        'a changed configuration',
        [changedConfiguration, stays('app.configChanged')],
        'web/app/config-note.tsx',
      ),
    ],
  },
  {
    name: 'the notice of a deleted item',
    as: 'grace',
    path: async (page) => {
      await registeredApplication(page);
      return '/demo/content?folder=everywhere&q=%22Field%20survey%22';
    },
    states: [
      notice(
        'undoing a deletion',
        [['content.menu', { title: 'Field survey' }], 'content.task.delete', undoFocused('content.undo')],
        'web/ui/undo-notice.tsx',
      ),
    ],
  },
  {
    name: 'notices of a map',
    as: 'grace',
    path: async (page) => `/demo/map/wid/${(await addOwnLayer(page)).map}#tool=layers`,
    map: true,
    states: [
      {
        ...notice(
          'a saved map',
          [changeLayer, ({ page }) => page.keyboard.press('Control+s'), stays('saving.saved')],
          `${tools}/saving/save-button.tsx`,
        ),
        tool: 'layers',
      },
      {
        ...notice(
          'a removed layer',
          ['layers.more', 'layers.remove', stays('layers.removed')],
          `${tools}/layers/layers-panel.tsx`,
        ),
        tool: 'layers',
      },
      {
        ...notice(
          'an added file',
          [
            'add.file',
            ({ page }) =>
              page.locator('section input[type=file]').setInputFiles({
                name: 'quay.geojson',
                mimeType: 'application/geo+json',
                buffer: Buffer.from(JSON.stringify(quay)),
              }),
            stays('add.added'),
          ],
          `${tools}/add-layers/add-panel.tsx`,
        ),
        tool: 'add',
      },
    ],
  },
  {
    name: 'the notice of a clipboard that the browser refuses',
    as: 'grace',
    path: stops(),
    map: true,
    states: [
      {
        ...notice(
          'coordinates that were not copied',
          ['measure.coordinates', pressMap, refuseClipboard, 'measure.copy', stays('sharing.copyFailed')],
          `${tools}/measure/measure-panel.tsx`,
        ),
        tool: 'measure',
      },
    ],
  },
  {
    name: 'notices of a feature',
    as: 'grace',
    path: async (page) => `/demo/map/wid/${(await addOwnLayer(page)).map}#feature=benches:1`,
    map: true,
    states: [
      notice(
        'undoing an edit',
        [
          openForm,
          ({ page }) => nameField(page).fill('Another name'),
          'edit.update',
          undoFocused('edit.undo'),
        ],
        `${tools}/editing/edit-notice.tsx`,
      ),
    ],
  },
  {
    name: 'notices of a popup and an integration',
    as: 'grace',
    path: mentioned,
    map: true,
    states: [
      // At every start of the page.
      notice('a mention', [stays('comments.mentioned')], 'web/features/sharing/comments/mention-notice.tsx'),
      notice(
        'a link to a feature',
        [
          openPopup,
          // The browser of tests lets no page use the clipboard.
          ({ page, text }) =>
            page
              .locator('arcgis-popup')
              .getByRole('button', { name: text('popup.copyLink'), exact: true })
              .press('Enter'),
          ({ page }) => page.locator('.MuiSnackbar-root').last().waitFor(),
          ({ page }) => page.evaluate(() => window.dispatchEvent(new Event('blur'))),
        ],
        `${tools}/popup/popup-actions.tsx`,
      ),
      notice(
        'a window that the browser blocks',
        [
          openPane('Street photos'),
          ({ page }) => page.evaluate(() => void (window.open = () => null)),
          ['integration.popOut', { title: 'Street photos' }],
          stays('integration.blocked'),
        ],
        `${tools}/integrations/drawer/open-integrations.tsx`,
      ),
    ],
  },
];
