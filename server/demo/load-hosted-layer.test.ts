import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/rig/test-database.ts';
import { LayerEdits } from '../gis/storage/edit-store.ts';
import { findLayer } from '../gis/storage/service-store.ts';
import { readTimeExtent } from '../gis/storage/statistics-store.ts';
import { loadHostedLayer } from './load-demo.ts';
import { type DemoItem, drawingOf } from './read-demo.ts';
import { stableId } from './users.ts';

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  rig = await createTestDatabase();
});
afterAll(() => rig.drop());

function item(key: string, names: string[], editable = false): DemoItem {
  const features = names.map((name, index) => ({
    type: 'Feature',
    properties: { osm_id: 5_000_000_000 + index, name, levels: index },
    geometry: { type: 'Point', coordinates: [71 + index / 100, 51] },
  }));
  return {
    key,
    owner: 'ada',
    title: 'Stops',
    description: 'Where buses stop',
    credits: '© OpenStreetMap contributors',
    hosted: {
      serviceName: `Astana_${key}`,
      geometryType: 'esriGeometryPoint',
      ...(editable && { editable }),
      bytes: gzipSync(JSON.stringify({ type: 'FeatureCollection', features })),
      drawingInfo: { renderer: { type: 'simple' } },
    },
  } as unknown as DemoItem;
}

const load = (demo: DemoItem) => loadHostedLayer(rig.database, demo);
const layerOf = async (key: string) => {
  const layer = await findLayer(rig.database, `Astana_${key}`, 0, 'root');
  if (!layer) throw new Error(`No layer ${key}`);
  return layer;
};

describe('hosted layer of the demo', () => {
  test('has the fields its features use, its item, its drawing info and its credits', async () => {
    await load(item('stops', ['a', 'b']));
    const layer = await layerOf('stops');
    expect(layer).toMatchObject({
      name: 'Stops',
      featureCount: 2,
      drawingInfo: { renderer: { type: 'simple' } },
      service: {
        itemId: stableId('item', 'stops'),
        capabilities: ['Query', 'Extract'],
        isView: false,
        hasViews: false,
        copyright: '© OpenStreetMap contributors',
      },
    });
    expect(layer.fields.map(({ name, type }) => [name, type])).toEqual([
      ['OBJECTID', 'esriFieldTypeOID'],
      ['GlobalID', 'esriFieldTypeGlobalID'],
      ['name', 'esriFieldTypeString'],
      ['levels', 'esriFieldTypeInteger'],
      ['osm_id', 'esriFieldTypeString'],
    ]);
  });

  test('has the time fields its item names, with days as timestamps', async () => {
    const demo = item('timed', ['a', 'b']);
    const features = ['2025-04-01', '2025-09-30'].map((inspected) => ({
      type: 'Feature',
      properties: { osm_id: 1, inspected },
      geometry: { type: 'Point', coordinates: [71, 51] },
    }));
    const bytes = gzipSync(JSON.stringify({ type: 'FeatureCollection', features }));
    await load({ ...demo, hosted: { ...demo.hosted, bytes, time: 'inspected' } } as DemoItem);
    const layer = await layerOf('timed');
    expect(layer.timeInfo).toEqual({ startTimeField: 'inspected', endTimeField: null });
    expect(await readTimeExtent(rig.database, layer)).toEqual([Date.UTC(2025, 3, 1), Date.UTC(2025, 8, 30)]);
  });

  test('is not reloaded while it is unchanged, and is replaced when the demo has a new one', async () => {
    await load(item('same', ['a', 'b']));
    const first = await layerOf('same');
    await load(item('same', ['a', 'b']));
    expect((await layerOf('same')).service.id).toBe(first.service.id);
    await load(item('same', ['a', 'b', 'c']));
    expect(await layerOf('same')).toMatchObject({ featureCount: 3 });
  });

  test('keeps the edits of users', async () => {
    await load(item('edited', ['a', 'b'], true));
    const layer = await layerOf('edited');
    expect(layer).toMatchObject({ hasAttachments: true, editorTracking: { editorField: 'Editor' } });
    await remove(layer, 1);
    await load(item('edited', ['a', 'b', 'c'], true));
    expect(await layerOf('edited')).toMatchObject({ featureCount: 1 });
  });
});

async function remove(layer: Awaited<ReturnType<typeof layerOf>>, objectId: number): Promise<void> {
  await rig.database.transaction().execute(async (transaction) => {
    const edits = await LayerEdits.begin(transaction, layer, { now: Date.now(), caller: null });
    await edits?.delete([{ objectId }]);
    await edits?.finish();
  });
}

test('a layer gets the symbols and the popup of its map', () => {
  const webMap = JSON.stringify({
    operationalLayers: [
      { itemId: '{{item:a}}', layerDefinition: { drawingInfo: { renderer: 1 } }, popupInfo: { title: 'A' } },
      { itemId: '{{item:b}}' },
    ],
  });
  expect(drawingOf(webMap, '{{item:a}}')).toEqual({
    drawingInfo: { renderer: 1 },
    popupInfo: { title: 'A' },
  });
  expect(drawingOf(webMap, '{{item:b}}')).toEqual({ drawingInfo: null });
  expect(drawingOf('{}', '{{item:b}}')).toEqual({ drawingInfo: null });
});
