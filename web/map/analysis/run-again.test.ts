import Graphic from '@arcgis/core/Graphic.js';
import Point from '@arcgis/core/geometry/Point.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { beforeEach, expect, it, vi } from 'vitest';
import { Packer } from '../../../analysis/packed-layer.ts';
import type { AnalysisAnswer, AnalysisTask } from '../../../analysis/tasks.ts';
import { openDocument } from '../../../testing/web/open-document.ts';
import type { Recipe } from '../../../wire/analysis.ts';
import { openCharts } from '../charts/chart-session.ts';
import type { WebMapJson } from '../document/web-map-json.ts';
import { openAnalysis } from './analysis-session.ts';

// Features of layers are in a worker, and analyses run in one: both need a page.
vi.mock('./in-worker.ts', () => ({ inWorker: async (task: AnalysisTask) => answerTo(task) }));
let whileLoading: (layer: FeatureLayer) => void = () => {};
vi.spyOn(FeatureLayer.prototype, 'load').mockImplementation(async function load(this: FeatureLayer) {
  whileLoading(this);
  return this;
});
vi.spyOn(FeatureLayer.prototype, 'queryFeatures').mockImplementation(async function query(
  this: FeatureLayer,
) {
  return { features: this.source.toArray() } as never;
});
vi.spyOn(FeatureLayer.prototype, 'queryFeatureCount').mockImplementation(async function count(
  this: FeatureLayer,
) {
  return this.source.length;
});

let runs = 0;
beforeEach(() => {
  runs = 0;
  whileLoading = () => {};
  vi.stubGlobal('location', new URL('http://maps.example/demo/map'));
});

/** One point, with the number of the run. */
function answerTo(_task: AnalysisTask): AnalysisAnswer {
  const packer = new Packer('point', [{ name: 'run', alias: 'run', type: 'esriFieldTypeInteger' }]);
  packer.add({ x: 1, y: 2 }, [++runs]);
  return { layer: packer.finish(), repaired: 0 };
}

const spatialReference = { wkid: 102_100 };
const empty = {
  version: '2.34',
  spatialReference,
  operationalLayers: [],
  baseMap: { title: '', baseMapLayers: [] },
} as unknown as WebMapJson;
const options = { signal: new AbortController().signal, onProgress: () => {} };
const buffer = (input: string): Recipe => ({ tool: 'buffer', input, onlySelected: false, metres: 5 });

interface Written {
  title: string;
  featureCollection: {
    layers: { featureSet: { features: { attributes: Record<string, unknown> }[] } }[];
  };
}

/** A map with stops, and the results of an analysis of them and of an analysis of that one. */
async function rig() {
  const { map, internals, work } = await openDocument(empty);
  const view = internals.view as MapView & { spatialReference: SpatialReference };
  Object.assign(view, {
    spatialReference: new SpatialReference(spatialReference),
    selectionManager: { on: () => {}, selections: [] },
  });
  const stop = new Graphic({
    geometry: new Point({ x: 1, y: 2, spatialReference }),
    attributes: { OBJECTID: 1 },
  });
  map.add(
    new FeatureLayer({
      id: 'stops',
      title: 'Stops',
      source: [stop],
      objectIdField: 'OBJECTID',
      geometryType: 'point',
      spatialReference,
      fields: [{ name: 'OBJECTID', type: 'oid' }],
    }),
  );
  const session = openAnalysis({ ...internals, onLeave: () => () => {} });
  const first = await session.run(buffer('stops'), 'First', options);
  await session.run(buffer(first.layerId), 'Second', options);
  const runAgain = async (title: string) => {
    const result = session.results.get().find((one) => one.title === title);
    if (!result) throw new Error(`No result ${title}`);
    await session.runAgain(result, options);
  };
  /** The titles of the layers in the map's document, with the number of the run. */
  const document = async () => {
    const { operationalLayers } = await work.read();
    return (operationalLayers as unknown as Written[]).map(({ title, featureCollection: { layers } }) => [
      title,
      layers[0]?.featureSet.features[0]?.attributes['run'],
    ]);
  };
  await vi.waitFor(() => expect(session.results.get()).toHaveLength(2));
  return { map, internals, work, runAgain, document };
}

it('a result of a result can be computed again after the first one was', async () => {
  const { runAgain, document } = await rig();
  await runAgain('First');
  await runAgain('Second');
  expect(await document()).toEqual([
    ['Stops', undefined],
    ['First', 3],
    ['Second', 4],
  ]);
});

it.each([
  ['removed', []],
  ['moved into a group', ['First']],
])(
  'a result that was %s while it was computed again leaves other layers as they are',
  async (change, inside) => {
    const { map, runAgain } = await rig();
    const group = new GroupLayer({ title: 'Group' });
    whileLoading = (result) => {
      const earlier = map.layers.find(({ title, id }) => title === 'First' && id !== result.id);
      if (result.title !== 'First' || !earlier) return;
      map.layers.remove(earlier);
      map.layers.unshift(group);
      if (change !== 'removed') group.layers.add(earlier);
    };
    await runAgain('First');
    const titles = (layers: typeof map.layers) => layers.toArray().map(({ title }) => title);
    expect(titles(group.layers)).toEqual(inside);
    expect(titles(map.layers)).toEqual(['Group', 'Stops', 'Second', ...(inside.length > 0 ? [] : ['First'])]);
  },
);

it('charts of a result follow when it is computed again', async () => {
  const { internals, runAgain } = await rig();
  const charts = openCharts({ ...internals, onLeave: () => () => {} });
  await runAgain('First');
  await vi.waitFor(() => expect(charts.edits.get()).toBe(1));
  charts.close();
});

it('a result that was computed again is a step of undo, and is saved with the map', async () => {
  const { work, runAgain, document } = await rig();
  const before = await work.read();
  work.saved(before);
  await runAgain('First');
  expect((await document())[1]).toEqual(['First', 3]);
  expect(work.state.get().changes).toEqual([{ kind: 'content', layer: 'First' }]);
  work.undo();
  expect(work.state.get().dirty).toBe(false);
  expect(await work.read()).toEqual(before);
  work.redo();
  expect((await document())[1]).toEqual(['First', 3]);
});
