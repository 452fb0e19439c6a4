import type { Page } from '@playwright/test';
import { tokenOf } from '../steps.ts';
import { addOwnLayer, takeOffline } from './own-layer.ts';
import type { Opened, Scene } from './state.ts';

const details = 'web/features/content/gallery/details';
const service = `${details}/service`;
const drawer = `${details}/details-drawer.tsx`;

const itemPath = (id: string, tab: string) => `/demo/gallery?type=all&item=${id}&tab=${tab}`;
const ownLayer = (tab: string) => async (page: Page) => itemPath((await addOwnLayer(page)).itemId, tab);

/** An own layer with a comment of another person, who can be mentioned. */
async function commentedLayer(page: Page): Promise<string> {
  const { itemId } = await addOwnLayer(page);
  const content = '/portal/demo/sharing/rest/content';
  await page.request.post(`${content}/users/grace/items/${itemId}/share`, {
    form: { f: 'json', token: await tokenOf(page, 'grace'), org: 'true', everyone: 'false' },
  });
  await page.request.post(`${content}/items/${itemId}/addComment`, {
    form: { f: 'json', token: await tokenOf(page, 'ada'), comment: 'Which bench is this?' },
  });
  return itemPath(itemId, 'comments');
}

/** Registers an application of grace's. */
export async function registeredApplication(page: Page): Promise<string> {
  const send = async <Answer>(path: string, form: Readonly<Record<string, string>>) => {
    const token = await tokenOf(page, 'grace');
    const answer = await page.request.post(`/portal/demo/sharing/rest/${path}`, {
      form: { f: 'json', token, ...form },
    });
    return (await answer.json()) as Answer;
  };
  const { id } = await send<{ id: string }>('content/users/grace/addItem', {
    title: 'Field survey',
    type: 'Application',
  });
  await send('oauth2/registerApp', {
    itemId: id,
    appType: 'browser',
    redirect_uris: '["https://survey.example/signed-in"]',
  });
  return itemPath(id, 'signIn');
}

/** Allows copies of the layer, and opens the page again with one that a device took. */
async function copyOffline({ page, text, press }: Opened): Promise<void> {
  await press('gallery.offline.allow');
  await page.getByText(text('gallery.offline.none')).waitFor();
  const id = new URL(page.url()).searchParams.get('item') ?? '';
  const params = { f: 'json', token: await tokenOf(page, 'grace') };
  const item = await page.request.get(`/portal/demo/sharing/rest/content/items/${id}`, { params });
  await takeOffline(page, ((await item.json()) as { title: string }).title);
  await page.reload();
}

const comment = async ({ page, text }: Opened): Promise<void> => {
  await page.getByRole('textbox', { name: text('itemComments.new') }).fill('Seen from the bridge.');
  // The name of the tab begins with the same word.
  await page.getByRole('button', { name: text('itemComments.send'), exact: true }).click();
};

export const itemScenes: readonly Scene[] = [
  {
    name: 'the data of an own layer',
    as: 'grace',
    path: ownLayer('data'),
    states: [
      { name: 'adding a field', steps: ['gallery.fields.add'], shows: [`${service}/field-dialog.tsx`] },
      {
        name: 'deleting a field',
        steps: [['gallery.fields.delete.of', { field: 'note' }]],
        shows: [`${service}/field-list.tsx`, 'web/ui/confirm-dialog.tsx'],
      },
      { name: 'appending rows', steps: ['gallery.append'], shows: [`${service}/append-dialog.tsx`] },
      { name: 'a view', steps: ['gallery.view.create'], shows: [`${service}/view-dialog.tsx`] },
      { name: 'restoring', steps: ['gallery.history.restore'], shows: [`${service}/restore-dialog.tsx`] },
      {
        name: 'deleting the history',
        steps: ['gallery.history.on'],
        shows: [`${service}/history-section.tsx`],
      },
    ],
  },
  {
    name: 'the settings of an own layer',
    as: 'grace',
    path: ownLayer('settings'),
    states: [
      {
        name: 'unregistering a copy',
        steps: [copyOffline, 'gallery.offline.unregister.of'],
        shows: [`${service}/offline-section.tsx`],
      },
    ],
  },
  {
    name: 'the files of an own layer',
    as: 'grace',
    path: ownLayer('overview'),
    states: [
      { name: 'the details', steps: [], shows: [drawer] },
      { name: 'a download', steps: ['gallery.download'], shows: [`${service}/download-dialog.tsx`] },
    ],
  },
  {
    name: 'an application',
    as: 'grace',
    path: registeredApplication,
    states: [
      {
        name: 'replacing its secret',
        steps: ['gallery.app.reset'],
        shows: [`${details}/application/application-tasks.tsx`],
      },
    ],
  },
  {
    name: 'comments on an item',
    as: 'grace',
    path: commentedLayer,
    states: [
      {
        name: 'the menu of a comment',
        steps: [comment, 'itemComments.more'],
        shows: [`${details}/comments/comment.tsx`],
      },
      { name: 'mentioning a person', steps: ['itemComments.mention'], shows: ['web/ui/mention-menu.tsx'] },
    ],
  },
];
