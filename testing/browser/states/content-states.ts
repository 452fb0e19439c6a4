import type { Scene, State } from './state.ts';

const myContent = 'web/features/content/my-content';
const dialogs = `${myContent}/dialogs`;
const menu = `${myContent}/listing/item-menu.tsx`;
const task = `${dialogs}/task-dialog.tsx`;

/** Chosen in the menu of an item: deleting one that nothing uses would ask no question. */
const chosen = (title: string, key: string, name: string, ...shows: string[]): State => ({
  name,
  steps: [['content.menu', { title }], key],
  shows,
});
const layer = 'Railways';

export const contentScenes: readonly Scene[] = [
  {
    name: 'the dialogs of my content',
    as: 'grace',
    path: '/demo/content?folder=everywhere&q=Railways',
    states: [
      { name: 'the menu of an item', steps: [['content.menu', { title: layer }]], shows: [menu] },
      chosen(layer, 'content.task.edit', 'the details of an item', `${dialogs}/edit-dialog.tsx`, task),
      chosen(layer, 'content.task.move', 'moving an item', `${dialogs}/move-dialog.tsx`),
      chosen(layer, 'content.task.share', 'sharing an item', `${dialogs}/share-dialog.tsx`),
      chosen(layer, 'content.task.delete', 'deleting an item in use', `${dialogs}/delete-dialog.tsx`),
      { name: 'a new item', steps: ['content.add'], shows: [`${dialogs}/add-dialog.tsx`] },
      { name: 'a new folder', steps: ['content.folder.create'], shows: [`${dialogs}/folder-dialog.tsx`] },
      {
        name: 'an upload',
        steps: ['upload.title'],
        shows: ['web/features/content/upload/upload-dialog.tsx'],
      },
      {
        name: 'the use of storage',
        steps: ['content.storage.show'],
        shows: [`${myContent}/storage/storage-line.tsx`],
      },
    ],
  },
  {
    name: 'the owner of an item',
    as: 'ada',
    path: '/demo/content?folder=everywhere&q=Streets',
    states: [chosen('Streets', 'content.task.owner', 'another owner', `${dialogs}/owner-dialog.tsx`)],
  },
  {
    name: 'groups',
    as: 'ada',
    path: '/demo/groups',
    usual: ['light'],
    states: [
      {
        name: 'a group',
        steps: [
          ({ page }) => page.getByRole('main').getByRole('listitem').getByRole('button').first().click(),
        ],
        shows: ['web/features/content/groups/group-dialog.tsx'],
      },
    ],
  },
];
