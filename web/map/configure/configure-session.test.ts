import ArcgisMap from '@arcgis/core/Map.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { expect, it, vi } from 'vitest';
import { openDocument, webMaps } from '../../../testing/web/open-document.ts';
import type { WebMapJson } from '../document/web-map-json.ts';
import type { MapInternals } from '../map-model.ts';
import { openAppearance, openLabels } from './configure-session.ts';
import { type LabelJson, withLook } from './label-json.ts';

vi.stubGlobal('location', new URL('http://maps.example/demo/map'));
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

async function open() {
  const layer = new FeatureLayer({ id: 'stops', source: [], geometryType: 'point' });
  layer.load = async () => layer;
  const goTo = vi.fn<(target: object) => Promise<void>>(async () => {});
  const view = { map: new ArcgisMap({ layers: [layer] }), scale: 5123.4, goTo };
  const session = await openAppearance({ view } as unknown as MapInternals, 'stops');
  return { layer, view, goTo, session };
}

it('shows the map at a scale, and reads its own, without a change of the layer', async () => {
  const { layer, view, goTo, session } = await open();
  session.showScale(50_000);
  expect(goTo).toHaveBeenCalledExactlyOnceWith({ scale: 50_000 });
  expect(session.scale()).toBe(5123.4);
  view.scale = 900;
  expect(session.scale()).toBe(900);
  expect([layer.minScale, layer.maxScale, session.state.get().changed]).toEqual([0, 0, false]);
});

it('changes labels of another program without losing what only that one knows of them', async () => {
  const document = webMaps.find(([name]) => name === 'cim-symbols')?.[1] as WebMapJson;
  const labelsIn = ({ operationalLayers }: WebMapJson) => {
    const { drawingInfo } = (operationalLayers?.[0]?.layerDefinition ?? {}) as {
      drawingInfo?: { labelingInfo?: LabelJson[] };
    };
    return drawingInfo?.labelingInfo ?? [];
  };
  const before = labelsIn(document);
  expect(before).toMatchObject([{ stackLabel: true }]);
  const { internals, map, work } = await openDocument(document);
  const layer = map.layers.at(0) as FeatureLayer;
  layer.load = async () => layer;
  const labels = await openLabels(internals, layer.id);
  const change = (color: string) => {
    const { value } = labels.state.get();
    labels.set({ ...value, classes: value.classes.map((one) => withLook(one, { color })) });
  };
  change('#336699');
  change('#112233');
  const written = labelsIn(await work.read());
  expect(written).toMatchObject([{ stackLabel: true, symbol: { color: [17, 34, 51, 255] } }]);
  expect(Object.keys(written[0] ?? {})).toEqual(
    expect.arrayContaining(['labelExpressionInfo', 'stackLabel']),
  );
});
