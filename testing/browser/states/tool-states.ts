import type { Page } from '@playwright/test';
import { findItem } from '../steps.ts';
import type { Control, Opened, Scene, State } from './state.ts';

const tools = 'web/features/map-tools';
const layers = `${tools}/layers`;
const table = `${tools}/table`;
const shell = 'web/features/shell';

const stops = async (page: Page) => `/demo/map/wid/${await findItem(page, 'Public transport stops')}`;

/** What a tool opens when these are pressed in its panel, one after the other. */
const opened = (tool: string, controls: readonly Control[], ...shows: string[]): State => ({
  name: [tool, ...controls].join(', '),
  tool,
  steps: controls,
  shows,
});
const layerMenu = (controls: readonly string[], ...shows: string[]) =>
  opened('layers', ['layers.more', ...controls], ...shows);
const around = (control: string, ...shows: string[]): State => ({ name: control, steps: [control], shows });

const onStops = (name: string, states: readonly State[]): Scene => ({
  name,
  as: 'grace',
  path: stops,
  map: true,
  states,
});

/** Stores a change of a feature that somebody else has changed, too: it waits for a decision. */
async function changeWaits({ page, text }: Opened): Promise<void> {
  await page.evaluate(async () => {
    const owner = { restUrl: `${location.origin}/portal/demo/sharing/rest`, org: 'demo', who: 'grace' };
    const subject = {
      type: 'feature',
      kind: 'update',
      url: `${location.origin}/server/rest/services/Astana_transit_stops/FeatureServer/0`,
      layerTitle: 'Stops',
      title: 'Expo',
      objectIdField: 'OBJECTID',
      objectId: 1,
      values: { shelter: 'yes' },
      before: { attributes: { shelter: 'no' } },
      fields: { shelter: { label: 'Shelter', type: 'esriFieldTypeString' } },
      shown: null,
      rollsBack: true,
    };
    const change = {
      ...owner,
      id: 'state',
      title: 'Stops',
      subject,
      attempted: false,
      at: Date.now(),
      revision: '1',
      bytes: 1,
      conflict: { theirs: { attributes: { shelter: 'broken' } } },
    };
    const opening = indexedDB.open('mapping-waiting-changes');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('changes'));
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error as Error));
    });
    const key = JSON.stringify([owner.restUrl, owner.org, owner.who, change.id]);
    const stored = database.transaction('changes', 'readwrite');
    stored.objectStore('changes').put(change, key);
    await new Promise((resolve) => stored.addEventListener('complete', resolve));
    database.close();
    localStorage.setItem('mapping.waiting-changes', 'yes');
  });
  await page.reload();
  await page.getByRole('button', { name: text('waiting.show') }).waitFor();
}

export const toolScenes: readonly Scene[] = [
  onStops('the menu, dialogs and settings of a layer', [
    layerMenu([], `${layers}/layer-menu.tsx`),
    layerMenu(['layers.information'], `${layers}/information-dialog.tsx`),
    layerMenu(['layers.style']),
    layerMenu(['layers.style', 'layers.symbol.chosen'], `${layers}/symbol-picker.tsx`),
    layerMenu(['layers.labels']),
    layerMenu(['layers.popup']),
    layerMenu(['layers.popup', 'layers.popup.add'], `${layers}/setting-fields.tsx`),
    layerMenu(['layers.form']),
    layerMenu(['layers.appearance']),
    layerMenu(['layers.rename'], `${layers}/rename-dialog.tsx`),
    layerMenu(['layers.filter'], `${layers}/filter-dialog.tsx`),
    layerMenu(['layers.copyStyle'], `${layers}/group-dialog.tsx`),
    layerMenu(['layers.group.menu'], `${layers}/group-dialog.tsx`),
  ]),
  onStops('a table and its dialogs', [
    layerMenu(['layers.table']),
    layerMenu(['layers.table', 'table.find']),
    layerMenu(['layers.table', 'table.columns'], `${table}/columns-dialog.tsx`),
    layerMenu(['layers.table', 'table.statistics'], `${table}/statistics-dialog.tsx`),
    layerMenu(['layers.table', 'table.calculate'], `${table}/calculate-dialog.tsx`),
    layerMenu(['layers.table', 'table.export'], `${table}/table-actions.tsx`),
  ]),
  onStops('what the other tools open', [
    opened('add', ['add.address']),
    opened('add', ['add.file']),
    opened('measure', ['measure.area']),
    opened('measure', ['measure.coordinates']),
    opened('basemaps', ['viewer.basemap.address']),
    opened('draw', ['sketch.tool.text']),
    opened('select', ['select.inView']),
    // The panel opens as it was left: with a map's form first.
    opened('print', ['print.templates.save'], `${tools}/export/print-templates.tsx`),
    opened('print', ['export.data']),
    opened('charts', ['charts.save']),
    opened('enrich', ['enrich.view']),
    opened('share', ['audience.change'], 'web/features/sharing/share-map/audience-dialog.tsx'),
    opened('share', ['sharing.create']),
    opened('comments', ['comments.place.view']),
    opened('present', ['present.start']),
    opened('in-view', ['inview.keys']),
  ]),
  onStops('the menus around a map', [
    around('search.placeholder'),
    around('saving.more'),
    around('header.map', `${shell}/navigation/opened-menus.tsx`),
    around('header.integrations', `${shell}/navigation/opened-menus.tsx`),
    around('session.account', `${shell}/session/account-menu.tsx`),
    around('language.choose', 'web/i18n/language-choices.tsx'),
    around('commands.title', `${shell}/commands/palette.tsx`),
    around('notifications.title', `${shell}/notifications/notifications-panel.tsx`),
  ]),
  onStops('changes that wait for a connection', [
    { name: 'waiting.show', steps: [changeWaits, 'waiting.show'], shows: [], stays: true },
    {
      name: 'waiting.signOut.title',
      steps: [changeWaits, 'session.account', 'session.signOut'],
      shows: ['web/app/waiting-keeper.tsx'],
    },
  ]),
];
