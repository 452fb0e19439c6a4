import type Collection from '@arcgis/core/core/Collection.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import GeoJSONLayer from '@arcgis/core/layers/GeoJSONLayer.js';
import CSVLayer from '@arcgis/core/layers/CSVLayer.js';
import KMLLayer from '@arcgis/core/layers/KMLLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import MediaLayer from '@arcgis/core/layers/MediaLayer.js';
import ControlPointsGeoreference from '@arcgis/core/layers/support/ControlPointsGeoreference.js';
import ImageElement from '@arcgis/core/layers/support/ImageElement.js';
import ImageryTileLayer from '@arcgis/core/layers/ImageryTileLayer.js';
import WebTileLayer from '@arcgis/core/layers/WebTileLayer.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDocument } from '../../../testing/web/open-document.ts';
import { faultsOf } from '../../../testing/web/web-map-specification.ts';
import type { LayerJson, WebMapJson } from '../document/web-map-json.ts';
import { addFeatures } from './add-features.ts';
import type { AddableFeature } from './add-layers.ts';
import { colorLayers } from './layer-look.ts';

vi.stubGlobal('location', new URL('http://maps.example/demo/map'));
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});

const empty = {
  version: '2.34',
  authoringApp: 'Mapping',
  authoringAppVersion: '1.0',
  spatialReference: { wkid: 102100, latestWkid: 3857 },
  operationalLayers: [],
  baseMap: { title: '', baseMapLayers: [] },
} as unknown as WebMapJson;

/** The JSON of a map to which a layer was added, after it was opened and saved once more. */
async function saved(add: (opened: Awaited<ReturnType<typeof openDocument>>) => void | Promise<void>) {
  const opened = await openDocument(empty);
  await add(opened);
  const written = await opened.work.read();
  expect(faultsOf(written)).toEqual([]);
  const again = await openDocument(written);
  expect(again.work.state.get().dirty).toBe(false);
  const layers = again.map.layers as unknown as Collection<Layer>;
  // Opened again, each layer is of its kind, not a placeholder for an unknown one.
  expect(layers.toArray().map(({ type }) => type)).not.toContain('unknown');
  // A change of its title is written into the same layer.
  for (const layer of layers.toArray()) layer.title = 'Renamed';
  const changed = await again.work.read();
  expect(faultsOf(changed)).toEqual([]);
  const [json] = written.operationalLayers ?? [];
  expect(changed.operationalLayers).toEqual([{ ...json, title: 'Renamed' }]);
  return { json, layer: layers.at(0) };
}

const here = 'https://files.example.org';
const spatialReference = { wkid: 102100 };

function picture(): MediaLayer {
  const corners = [
    [0, 10, 0, 0],
    [0, 0, 0, 100],
    [20, 0, 200, 100],
    [20, 10, 200, 0],
  ] as const;
  const georeference = new ControlPointsGeoreference({
    controlPoints: corners.map(([left, top, x, y]) => ({
      sourcePoint: { x: left, y: top },
      mapPoint: { type: 'point', x, y, spatialReference },
    })),
    width: 20,
    height: 10,
  } as never);
  const element = new ImageElement({ image: `${here}/plan.png`, georeference });
  return new MediaLayer({ title: 'Plan', source: element as never });
}

describe('a saved map with a layer that was added by its address', () => {
  it.each<[string, () => Layer, Partial<LayerJson>]>([
    [
      'tiles',
      () => new WebTileLayer({ urlTemplate: `${here}/{level}/{col}/{row}.png`, title: 'Tiles' }),
      { layerType: 'WebTiledLayer', templateUrl: `${here}/{level}/{col}/{row}.png` },
    ],
    [
      'tiles by a template with x, y and z',
      () => new WebTileLayer({ urlTemplate: `${here}/{z}/{x}/{y}.png`, title: 'Tiles' }),
      { layerType: 'WebTiledLayer' },
    ],
    ['a picture', picture, { layerType: 'MediaLayer', mediaType: 'image', url: `${here}/plan.png` }],
    [
      'GeoTIFF',
      () => new ImageryTileLayer({ url: `${here}/height.tif`, opacity: 0.5 }),
      { layerType: 'ArcGISTiledImageServiceLayer', url: `${here}/height.tif`, opacity: 0.5 },
    ],
    ['KML', () => new KMLLayer({ url: `${here}/a.kml` }), { layerType: 'KML', url: `${here}/a.kml` }],
    [
      'GeoJSON',
      () => new GeoJSONLayer({ url: `${here}/a.geojson`, geometryType: 'point' }),
      { layerType: 'GeoJSON', url: `${here}/a.geojson` },
    ],
    [
      'CSV',
      () => new CSVLayer({ url: `${here}/a.csv`, latitudeField: 'y', longitudeField: 'x' }),
      { layerType: 'CSV', url: `${here}/a.csv` },
    ],
  ])('of %s has it in the form of the specification', async (_kind, make, expected) => {
    const { json, layer } = await saved(({ map }) => {
      const added = make();
      map.add(added);
      colorLayers({ map }, [added]);
    });
    expect(json).toMatchObject(expected);
    expect(layer).toBeTruthy();
  });
});

const features: AddableFeature[] = [
  {
    geometry: { type: 'Point', coordinates: [71.4, 51.1] },
    properties: { name: 'Oak', height: 12.5 },
    look: { color: '#ff8800', scale: 1.5 },
  },
  { geometry: { type: 'Point', coordinates: [71.5, 51.2] }, properties: { name: 'Ash', height: 8 } },
];

describe('a saved map with features of a file', () => {
  it('has them, with the look that they have in a KML file', async () => {
    // Loading starts a worker, which needs a page.
    vi.spyOn(FeatureLayer.prototype, 'load').mockImplementation(async function (this: FeatureLayer) {
      return this;
    });
    vi.spyOn(FeatureLayer.prototype, 'queryFeatures').mockImplementation(async function (this: FeatureLayer) {
      return { features: (this.source as Collection).toArray() } as never;
    });
    const { json } = await saved(async ({ map, internals }) => {
      await addFeatures({ ...internals, view: { map }, goToAll: async () => {} } as never, 'Trees', features);
    });
    const [collection] = json?.featureCollection?.layers ?? [];
    expect(collection).toMatchObject({
      featureSet: {
        geometryType: 'esriGeometryPoint',
        features: [
          { geometry: { x: 71.4, y: 51.1 }, attributes: { name: 'Oak', height: 12.5, style_class: '1' } },
          { attributes: { name: 'Ash', style_class: null } },
        ],
      },
      layerDefinition: { drawingInfo: { renderer: { type: 'uniqueValue' } } },
      // The usual popup: the name as title, formatted numbers, and not what the look is read from.
      popupInfo: {
        title: '{name}',
        fieldInfos: [
          { fieldName: 'name' },
          { fieldName: 'height', format: { places: 2, digitSeparator: true } },
        ],
      },
    });
  });
});
