import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CopyChoices, copyItems } from '../../web/portal/copy/copy-items.ts';
import type { Party } from '../../web/portal/copy/report.ts';
import { portalRequest } from '../../web/portal/portal-request.ts';
import type { PortalStandIn } from '../fakes/arcgis/start.ts';
import { type ContentRig, createContentRig, png } from '../rig/content-rig.ts';
import {
  addSources,
  nothing,
  otherGroup,
  partyOf,
  planOf,
  portals,
  run,
  startOther,
} from '../rig/copy-rig.ts';

const [online] = portals;
let rig: ContentRig;
let standIn: PortalStandIn;
let embedded: Party;
let other: Party;

beforeAll(async () => {
  rig = await createContentRig();
  embedded = await partyOf(`${rig.url}/portal`, rig.grace.token);
  ({ standIn, other } = await startOther(online!));
});
afterAll(async () => {
  await standIn.stop();
  await rig.stop();
});

/** What the report says of the only item, or of the last one. */
async function notesOf(ids: readonly string[], choices: CopyChoices = nothing, target = other) {
  const report = await copyItems(embedded, target, await planOf(embedded, ids), choices, run);
  const last = report.at(-1);
  expect(last?.error).toBeUndefined();
  return { notes: last?.notes, item: standIn.content.items.get(last?.targetId ?? '') };
}

describe('the report of a copy names', () => {
  const side = { name: 'Visits of trees', cardinality: 'esriRelCardinalityOneToMany', keyField: 'code' };
  const fields = ['code', 'created_by'].map((name) => ({ name, type: 'esriFieldTypeString', alias: name }));

  it('relationships, editor tracking and the state of edits of a layer', async () => {
    const layers = [
      {
        id: 0,
        name: 'Trees',
        type: 'Feature Layer',
        geometryType: 'esriGeometryPoint',
        fields: [...fields, { name: 'created_at', type: 'esriFieldTypeDate', alias: 'created_at' }],
        editFieldsInfo: { creatorField: 'created_by', creationDateField: 'created_at' },
        relationships: [{ id: 0, ...side, relatedTableId: 1, role: 'esriRelRoleOrigin' }],
      },
    ];
    const tables = [
      {
        id: 1,
        name: 'Visits',
        type: 'Table',
        fields,
        relationships: [{ id: 0, ...side, relatedTableId: 0, role: 'esriRelRoleDestination' }],
      },
    ];
    const made = await portalRequest<{ itemId: string }>(embedded, 'content/users/grace/createService', {
      body: { createParameters: JSON.stringify({ name: 'Related', capabilities: 'Query', layers, tables }) },
    });
    expect((await notesOf([made.itemId])).notes).toEqual([
      { code: 'relationships', values: { layer: 'Trees' } },
      { code: 'tracking', values: { layer: 'Trees' } },
      { code: 'relationships', values: { layer: 'Visits' } },
      { code: 'editable', values: {} },
    ]);
  });

  it('layers of a map that stay at the source portal', async () => {
    const { map } = await addSources(embedded, rig);
    expect((await notesOf([map])).notes).toEqual([{ code: 'links-stay', values: { number: 1 } }]);
  });

  it('a service that stays where it is', async () => {
    const url = 'https://gis.harbour.example/arcgis/rest/services/City/MapServer';
    const service = await rig.addMap({ type: 'Map Service', title: 'City', url, text: undefined });
    expect((await notesOf([service])).notes).toEqual([{ code: 'reference', values: {} }]);
  });
});

describe('the files of an item', () => {
  it('are copied, with the ids of copies, and not a second time after a break', async () => {
    const map = await rig.addMap({ title: 'With files' });
    const addFile = (body: Record<string, string>) =>
      portalRequest(embedded, `content/users/grace/items/${map}/addResources`, { body });
    await addFile({ fileName: 'tree.svg', resourcesPrefix: 'symbols', text: '<svg/>' });
    await addFile({ fileName: 'draft.json', text: JSON.stringify({ map }) });
    await addFile({ fileName: '1.json', resourcesPrefix: 'mapping-history', text: '{}' });
    const symbol = (id: string, url: string) =>
      `${url}/sharing/rest/content/items/${id}/resources/symbols/tree.svg`;
    await portalRequest(embedded, `content/users/grace/items/${map}/update`, {
      body: { text: JSON.stringify({ version: '2.31', symbol: symbol(map, embedded.url) }) },
    });

    const stop = new AbortController();
    const begun = { ...run, signal: stop.signal };
    const share = { ...nothing, share: true };
    const add = standIn.content.addItem.bind(standIn.content);
    standIn.content.addItem = (item) => {
      const added = add(item);
      added.resources.set('symbols/tree.svg', { type: 'image/svg+xml', bytes: Buffer.from('<svg/>') });
      stop.abort();
      return added;
    };
    try {
      await copyItems(embedded, other, await planOf(embedded, [map]), share, begun);
    } finally {
      standIn.content.addItem = add;
    }
    const { notes, item } = await notesOf([map]);
    expect(notes).toEqual([]);
    const text = (path: string) => Buffer.from(item?.resources.get(path)?.bytes ?? []).toString();
    expect([...(item?.resources.keys() ?? [])].toSorted()).toEqual(['draft.json', 'symbols/tree.svg']);
    expect([text('draft.json'), text('symbols/tree.svg')]).toEqual([
      JSON.stringify({ map: item?.id }),
      '<svg/>',
    ]);
    const document = JSON.parse(Buffer.from(item?.data?.bytes ?? []).toString());
    expect(document.symbol).toBe(symbol(item?.id ?? '', other.url));
  });

  it('are counted in the report where the other portal refuses them', async () => {
    const { id, resources } = standIn.content.addItem({
      owner: 'piet_harbour',
      title: 'Story',
      type: 'StoryMap',
    });
    for (const name of ['a.png', 'b%.png'])
      resources.set(name, { type: 'image/png', bytes: new Uint8Array(png) });
    const [copy] = await copyItems(other, embedded, await planOf(other, [id]), nothing, run);
    expect(copy?.notes).toEqual([{ code: 'resources', values: { number: 1 } }]);
    const { resources: copied } = await rig.call(`/content/items/${copy?.targetId}/resources`);
    expect(copied).toMatchObject([{ resource: 'a.png', size: png.length }]);
  });
});

describe('the report of the sharing of a copy names', () => {
  let map: string;
  const team = () => ({
    ...nothing,
    groups: new Map([['team', otherGroup]]),
    groupsOf: new Map([[map, ['team']]]),
  });

  beforeEach(async () => {
    map = await rig.addMap({ title: 'Shared with everyone' });
    await portalRequest(embedded, `content/users/grace/items/${map}/share`, {
      body: { everyone: true, org: true, groups: 'team' },
    });
  });

  it('nothing where the copy is shared like the item', async () => {
    const { notes, item } = await notesOf([map], team());
    expect([notes, item?.access, item?.groups]).toEqual([[], 'public', [otherGroup]]);
  });

  it('a level that the other organisation forbids, and the copy has the next one', async () => {
    const portal = { ...other.portal, canSharePublic: false };
    const { notes, item } = await notesOf([map], team(), { ...other, portal });
    expect(notes).toEqual([{ code: 'sharing', values: { level: 'public' } }]);
    expect([item?.access, item?.groups]).toEqual(['org', [otherGroup]]);
  });

  it('groups that the account may not share with', async () => {
    const privileges = other.user.privileges.filter((name) => !name.endsWith(':shareToGroup'));
    const { notes, item } = await notesOf([map], team(), { ...other, user: { ...other.user, privileges } });
    expect(notes).toEqual([{ code: 'group-refused', values: { number: 1 } }]);
    expect([item?.access, item?.groups]).toEqual(['public', []]);
  });

  it('groups that refuse the item', async () => {
    const choices = { ...team(), groups: new Map([['team', 'c'.repeat(32)]]) };
    expect((await notesOf([map], choices)).notes).toEqual([{ code: 'group-refused', values: { number: 1 } }]);
  });
});
