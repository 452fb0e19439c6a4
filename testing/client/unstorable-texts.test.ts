import { setItemAccess } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';

/** JSON of clients with texts that PostgreSQL does not store: NUL, and halves of characters. */
let rig: TreesView;

beforeAll(async () => {
  rig = await createTreesView();
  await setItemAccess({ id: rig.sourceItem, access: 'org', ...rig.as('grace') });
  for (const id of [0, 1]) await rig.changeLayer('Trees', id, { isDataArchived: true });
  await rig.ask(`${rig.adminOf('Trees')}/updateDefinition`, {
    updateDefinition: { capabilities: 'Create,Delete,Query,Update,Editing,Sync' },
  });
});
afterAll(() => rig.stop());

const answer = (url: string, params: object): Promise<any> =>
  rig.ask(url, { ...params }).catch(({ response }) => response ?? { error: { code: 500 } });
const content = () => `${rig.portal.root}/content/users/grace`;
const texts = ['\0', 'a\0b', '\ud83d', '\ude00x', `${'x'.repeat(59)}😀`, `${'x'.repeat(249)}😀`];
const replica = { replicaName: 'field', layers: [0], dataFormat: 'json' };

/** Requests with a text in each place. */
const requests: [string, (text: string) => [string, object]][] = [
  [
    'a filter of a replica',
    (text) => [
      `${rig.source}/createReplica`,
      { ...replica, layerQueries: { 0: { queryOption: 'all', where: text } } },
    ],
  ],
  [
    'a layer of a replica',
    (text) => [`${rig.source}/createReplica`, { ...replica, layers: JSON.stringify([text]) }],
  ],
  [
    'a value',
    (text) => [
      `${rig.source}/0/applyEdits`,
      { adds: [{ attributes: { name: text, kind: 'oak' }, geometry: { x: 1, y: 1 } }] },
    ],
  ],
  [
    'the name of a value',
    (text) => [
      `${rig.source}/0/applyEdits`,
      { adds: [{ attributes: { [text]: 1 }, geometry: { x: 1, y: 1 }, [text]: 1 }] },
    ],
  ],
  ['a condition', (text) => [`${rig.source}/0/query`, { where: '1=1', outStatistics: [{ [text]: text }] }]],
  [
    'the title of a layer in a map',
    (text) => [
      `${content()}/addItem`,
      {
        title: 'Map',
        type: 'Web Map',
        text: { operationalLayers: [{ title: text, url: `${rig.source}/0` }], baseMap: {} },
      },
    ],
  ],
  [
    'the name of a new layer',
    (text) => [
      `${content()}/createService`,
      {
        createParameters: {
          name: `S${texts.indexOf(text)}`,
          layers: [{ name: text, type: 'Table', fields: [] }],
        },
        outputType: 'featureService',
      },
    ],
  ],
  [
    'the name of a new field',
    (text) => [
      `${content()}/createService`,
      {
        createParameters: {
          name: `F${texts.indexOf(text)}`,
          layers: [
            {
              name: 'Trees',
              type: 'Table',
              fields: [{ name: `f${text}`, alias: text, type: 'esriFieldTypeString', length: 20 }],
            },
          ],
        },
        outputType: 'featureService',
      },
    ],
  ],
  [
    'a member of a changed definition',
    (text) => [`${rig.adminOf('Trees')}/0/updateDefinition`, { updateDefinition: { [text]: null } }],
  ],
  [
    'properties of a user',
    (text) => [`${rig.portal.root}/community/users/grace/setProperties`, { properties: { [text]: text } }],
  ],
];

describe.each(requests)('%s', (_what, make) => {
  test.each(texts.map((text) => [JSON.stringify(text).slice(0, 12), text]))(
    'with %s is stored or refused',
    async (_shown, text) => {
      const { error } = await answer(...make(text));
      expect(error?.code ?? 200).toBeLessThan(500);
    },
  );
});

test('an upload keeps its good edits beside one that names what a feature does not have', async () => {
  const { replicaID, layerServerGens } = await answer(`${rig.source}/createReplica`, replica);
  const tree = (name: string) => ({
    attributes: { GlobalID: crypto.randomUUID(), name, kind: 'oak' },
    geometry: { x: 1, y: 1 },
  });
  for (const [index, text] of texts.entries()) {
    const { edits } = await answer(`${rig.source}/synchronizeReplica`, {
      replicaID,
      syncLayers: [{ id: 0, serverGen: layerServerGens[0].serverGen, syncDirection: 'upload' }],
      rollbackOnFailure: false,
      edits: [{ id: 0, features: { adds: [tree(`Good ${index}`), { ...tree('Bad'), [text]: 1 }] } }],
    });
    expect(edits?.[0].addResults).toMatchObject([{ success: true }, { success: false }]);
  }
});
