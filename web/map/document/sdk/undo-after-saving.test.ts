import Basemap from '@arcgis/core/Basemap.js';
import FormTemplate from '@arcgis/core/form/FormTemplate.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import FeatureReductionCluster from '@arcgis/core/layers/support/FeatureReductionCluster.js';
import LabelClass from '@arcgis/core/layers/support/LabelClass.js';
import PopupTemplate from '@arcgis/core/PopupTemplate.js';
import SimpleRenderer from '@arcgis/core/renderers/SimpleRenderer.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import Bookmark from '@arcgis/core/webmap/Bookmark.js';
import type WebMap from '@arcgis/core/WebMap.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runs } from '../../../../testing/rig/long.ts';
import { openDocument, sourceOf, webMaps } from '../../../../testing/web/open-document.ts';
import { mapAudienceSchema } from '../../../../wire/map-audience.ts';
import { openAudience } from '../own-members.ts';
import type { MapWork } from '../map-work.ts';
import { layersIn, type WebMapJson } from '../web-map-json.ts';

vi.stubGlobal('location', new URL('http://maps.example/demo/map'));
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});

/** Examples of which one is tried here, unless all tests run. */
const every = runs(4, 1);
const withLayers = webMaps.filter(([, { operationalLayers }]) => layersIn(operationalLayers).length > 0);

const service = 'https://x.example/FeatureServer';
/** What the service says about its layer. */
const described = {
  currentVersion: 11.2,
  id: 0,
  name: 'Stops',
  type: 'Feature Layer',
  geometryType: 'esriGeometryPoint',
  objectIdField: 'OBJECTID',
  capabilities: 'Query',
  extent: { xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: { wkid: 4326 } },
  fields: [{ name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' }],
  drawingInfo: {
    renderer: {
      type: 'simple',
      symbol: { type: 'esriSMS', style: 'esriSMSCircle', size: 7, color: [9, 9, 9, 255] },
    },
    labelingInfo: [{ labelExpression: '[OBJECTID]', symbol: { type: 'esriTS' } }],
  },
};

/** Changes of one layer, of the basemap and of the bookmarks, each one step. */
function changesOf(map: WebMap, layer: FeatureLayer): (() => void)[] {
  const always = [
    () => (layer.title = 'Renamed'),
    () => (layer.opacity = 0.35),
    () => (map.basemap = new Basemap({ title: 'Other', baseLayers: [] })),
    () => map.bookmarks?.removeAll(),
    () => map.bookmarks?.add(new Bookmark({ name: 'Added' })),
  ];
  if (layer.type !== 'feature') return always;
  return [
    ...always,
    () => (layer.visible = !layer.visible),
    () => (layer.definitionExpression = "name = 'O''Hara'"),
    ...(layer.renderer ? [() => (layer.renderer = red())] : []),
    () => (layer.labelingInfo = [new LabelClass({ labelExpressionInfo: { expression: '1' } })]),
    () => (layer.popupTemplate = new PopupTemplate({ title: 'T' })),
    () => (layer.formTemplate = new FormTemplate({ title: 'F' })),
    () => (layer.minScale = 123),
    () => (layer.refreshInterval = 123),
    () => (layer.effect = 'blur(3px)'),
    () => (layer.featureReduction = new FeatureReductionCluster({ clusterRadius: 33 })),
  ];
}

const red = () => new SimpleRenderer({ symbol: new SimpleMarkerSymbol({ color: 'red' }) });

async function save(work: MapWork): Promise<WebMapJson> {
  const document = await work.read();
  work.saved(document);
  return document;
}

describe('undo after saving', () => {
  it.each(withLayers.filter((_one, index) => index % every === 0))(
    '%s is as before each change',
    async (_name, document) => {
      const { map, work } = await openDocument(document);
      const layer = (map.allLayers.find(({ type }) => type === 'feature') ??
        map.layers.at(0)) as FeatureLayer;
      const states = [await work.read()];
      for (const change of changesOf(map, layer)) {
        change();
        const state = await work.read();
        // Maps without bookmarks have none to remove.
        if (JSON.stringify(state) !== JSON.stringify(states.at(-1))) states.push(state);
      }
      const all = await save(work);
      for (const state of states.slice(0, -1).toReversed()) {
        work.undo();
        expect(await work.read()).toEqual(state);
      }
      expect(await save(work)).toEqual(document);
      expect(work.state.get().dirty).toBe(false);
      while (work.state.get().redo) work.redo();
      expect(await work.read()).toEqual(all);
    },
  );

  it.each(withLayers)('%s has its removed layers as they were', async (_name, document) => {
    const { map, work } = await openDocument(document);
    map.layers.removeAll();
    expect(layersIn((await save(work)).operationalLayers)).toEqual([]);
    work.undo();
    expect(layersIn((await work.read()).operationalLayers)).toEqual(layersIn(document.operationalLayers));
  });

  it('a layer has the default style of its service again', async () => {
    const stops = { id: 'stops', title: 'Stops', layerType: 'ArcGISFeatureLayer', url: `${service}/0` };
    const document = { version: '2.31', operationalLayers: [stops] };
    const { map, work } = await openDocument(document);
    const layer = map.layers.at(0) as FeatureLayer;
    layer.sourceJSON = described;
    await layer.load();
    const own = layer.renderer;
    layer.renderer = red();
    layer.labelingInfo = [];
    expect(layersIn((await save(work)).operationalLayers)[0]).toMatchObject({
      layerDefinition: { drawingInfo: { renderer: red().toJSON() as object, labelingInfo: [] } },
    });
    work.undo();
    expect(layer.renderer).toBe(own);
    expect(await save(work)).toEqual(document);
    work.redo();
    expect(layersIn((await work.read()).operationalLayers)[0]).toMatchObject({
      layerDefinition: { drawingInfo: { renderer: red().toJSON() as object } },
    });
  });

  it('an audience keeps the members that another version of the application wrote', async () => {
    const audience = { ...mapAudienceSchema.parse({ preset: 'viewer' }), later: true };
    const document = { ...withLayers[0]?.[1], mappingAudience: audience };
    const source = sourceOf(document);
    const { work } = await openDocument(document, source);
    openAudience(source).set(undefined);
    expect((await save(work))['mappingAudience']).toBeUndefined();
    work.undo();
    expect((await work.read())['mappingAudience']).toEqual(audience);
  });
});
