import type { Page } from '@playwright/test';
import { findItem } from '../steps.ts';
import { addOwnLayer } from './own-layer.ts';
import { openForm } from './map-states.ts';
import type { Opened, Scene, State } from './state.ts';

const content = 'web/features/content';
const console = 'web/features/administration/console';

const isOpen = ({ page }: Opened) => page.getByRole('listbox').first().waitFor();

/** The list of a field that is reached by these controls; it stays open beneath an open dialog. */
const list = (name: string, steps: State['steps'], file: string): State => ({
  name,
  steps: [...steps, isOpen],
  shows: [file],
  stays: true,
});

/** Types into a field, as what a list suggests. */
const type =
  (field: string, typed: string) =>
  ({ page, text }: Opened) =>
    page
      .getByRole('combobox', { name: text(field) })
      .first()
      .pressSequentially(typed);

/** Chooses a file to upload, which the dialog shows as a table. */
const chooseFile = ({ page }: Opened) =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'shops.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,lat,lon\nNorth,51.121,71.402\nSouth,51.124,71.409\n'),
    });

/** Lists from which values are chosen, which need more than a press to open. */
export const listScenes: readonly Scene[] = [
  {
    name: 'the lists of the gallery',
    path: '/demo/gallery?scope=group',
    states: [
      list('groups', ['gallery.group'], `${content}/gallery/group-chooser.tsx`),
      list('tags', ['gallery.filters', 'gallery.tags'], `${content}/gallery/filter-panel.tsx`),
    ],
  },
  {
    name: 'the lists of the settings of an organisation',
    as: 'ada',
    path: '/demo/administration?page=settings',
    states: [list('languages', ['administration.field.languages'], `${console}/settings/setting-field.tsx`)],
  },
  {
    name: 'the lists of the settings of a portal',
    as: 'ada',
    path: '/demo/administration?page=portal',
    states: [
      list(
        'the group of the administrators',
        ['administration.field.portal.adminGroupId'],
        `${console}/portal/portal-fields.tsx`,
      ),
    ],
  },
  {
    name: 'the lists of people and groups',
    as: 'ada',
    path: '/demo/administration?page=people',
    states: [
      list(
        'the groups of a new person',
        ['people.add', type('people.groups', 'a')],
        `${console}/settings/groups-field.tsx`,
      ),
    ],
  },
  {
    name: 'the people to invite to a group',
    as: 'ada',
    path: '/demo/groups',
    states: [
      list(
        'people',
        [
          ({ page }) => page.getByRole('main').getByRole('listitem').getByRole('button').first().click(),
          type('groups.person', 'Grace'),
        ],
        `${content}/groups/invite-people.tsx`,
      ),
    ],
  },
  {
    name: 'the lists of an upload',
    as: 'grace',
    path: '/demo/content',
    states: [
      list(
        'the type of a column',
        ['upload.title', chooseFile, ['upload.typeOf', { name: 'name' }]],
        `${content}/upload/layer-preview.tsx`,
      ),
    ],
  },
  {
    name: 'the lists of a map',
    as: 'grace',
    path: async (page: Page) => `/demo/map/wid/${await findItem(page, 'Public transport stops')}`,
    map: true,
    states: [
      {
        ...list(
          'values of a condition',
          ['layers.more', 'layers.filter', 'condition.value'],
          'web/conditions/clause-fields.tsx',
        ),
        tool: 'layers',
      },
      {
        ...list(
          'the groups that a link is for',
          ['sharing.access', 'sharing.access.groups', 'sharing.groups'],
          'web/features/sharing/share-map/share-form.tsx',
        ),
        tool: 'share',
      },
    ],
  },
  {
    name: 'the lists of a form',
    as: 'grace',
    path: async (page: Page) => `/demo/map/wid/${(await addOwnLayer(page)).map}#feature=benches:1`,
    map: true,
    states: [
      list(
        'many choices',
        [openForm, ({ page }) => page.locator('form').getByRole('combobox').first().click()],
        'web/forms/form-field.tsx',
      ),
    ],
  },
];
