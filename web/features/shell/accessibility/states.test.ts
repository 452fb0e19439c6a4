import { describe, expect, it } from 'vitest';
import type { Scene } from '../../../../testing/browser/states/state.ts';
import { filesWith, productSources } from '../../../../testing/web/product-sources.ts';

// A variable, so that the types of the browser tests are not checked as those of the interface.
const table = '../../../../testing/browser/states/all-states.ts';
const { scenes } = (await import(/* @vite-ignore */ table)) as { scenes: readonly Scene[] };

/** What opens over a page: pieces of MUI, and those that are made of them with content of their own. */
const opens = filesWith(
  /<(Dialog|Menu|Popover|Drawer|ConfirmDialog|TaskDialog|Select|Autocomplete|Snackbar)\b/,
);

/** The functions that send a page of the sign-in. */
const pages = productSources
  .flatMap(({ text }) => [...text.matchAll(/export (?:async )?function (send\w+Page)\b/g)])
  .map(([, name = '']) => name)
  .toSorted();

/** What no state shows, and why. The list may only become shorter. */
const exceptions: readonly string[] = [
  // It needs a link of a mail: examined in testing/browser/forgotten-password.spec.ts.
  'sendPasswordSavedPage',
  // Their pages are examined, but not their open lists and their notices, which are MUI’s.
  'web/app/config-note.tsx',
  'web/app/page-notes.tsx',
  'web/conditions/clause-fields.tsx',
  'web/features/administration/console/portal/portal-fields.tsx',
  'web/features/administration/console/settings/groups-field.tsx',
  'web/features/administration/console/settings/setting-field.tsx',
  'web/features/content/copy/choices-form.tsx',
  'web/features/content/gallery/filter-panel.tsx',
  'web/features/content/gallery/group-chooser.tsx',
  'web/features/content/groups/invite-people.tsx',
  'web/features/content/upload/layer-preview.tsx',
  'web/features/map-tools/add-layers/add-panel.tsx',
  'web/features/map-tools/editing/edit-notice.tsx',
  'web/features/map-tools/integrations/drawer/open-integrations.tsx',
  'web/features/map-tools/layers/layers-panel.tsx',
  'web/features/map-tools/measure/measure-panel.tsx',
  'web/features/map-tools/popup/popup-actions.tsx',
  'web/features/map-tools/saving/save-button.tsx',
  'web/features/map-tools/search/place-search.tsx',
  'web/features/sharing/comments/mention-notice.tsx',
  'web/features/sharing/share-map/share-form.tsx',
  'web/forms/form-field.tsx',
  'web/integrations/photos/photo-bar.tsx',
  'web/ui/tags-field.tsx',
  'web/ui/undo-notice.tsx',
];

const shown = new Set(scenes.flatMap(({ states }) => states.flatMap(({ shows }) => shows)));

/** The states that the browser tests examine (`testing/browser/states`). */
describe('the states of the accessibility tests', () => {
  it('show every dialog, menu, popover, drawer, list, notice and page of the sign-in', () => {
    const missing = [...opens, ...pages].filter((one) => !shown.has(one));
    expect(missing.toSorted()).toEqual(exceptions.toSorted());
  });

  it('name files and pages that exist', () => {
    const existing = new Set([...opens, ...pages]);
    expect([...shown].filter((one) => !existing.has(one))).toEqual([]);
  });

  it('have names of their own', () => {
    const names = scenes.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
