import '@arcgis/core/assets/esri/themes/light/main.css';
import esriConfig from '@arcgis/core/config.js';
import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import Map from '@arcgis/core/Map.js';
import SceneView from '@arcgis/core/views/SceneView.js';
import WebMap from '@arcgis/core/WebMap.js';

/** A page with the layers of a web map (`?id=`) as blocks by a field (`&field=`) in a scene and nothing else, the baseline of 3D. */
esriConfig.assetsPath = '/bare/arcgis';
esriConfig.fontsUrl = `${location.origin}/server/fonts`;
esriConfig.portalUrl = `${location.origin}/portal`;
esriConfig.request.interceptors.push({
  before(parameters) {
    parameters.url = parameters.url.replace(/^https:\/\/localhost/, 'http://localhost');
  },
});
const given = new URLSearchParams(location.search);
const number = (name: string) => Number(given.get(name));
const source = new WebMap({ portalItem: { id: given.get('id') ?? '' } });
await source.loadAll();
const { basemap } = source;
source.basemap = null;
const layers = source.layers.removeAll();
for (const layer of layers as FeatureLayer[])
  if (layer.geometryType === 'polygon')
    layer.renderer = {
      type: 'simple',
      symbol: {
        type: 'polygon-3d',
        symbolLayers: [
          { type: 'extrude', material: { color: [201, 196, 186] }, edges: { type: 'solid', size: 0.5 } },
        ],
      },
      visualVariables: [
        { type: 'size', axis: 'height', field: given.get('field') ?? '', valueUnit: 'meters' },
      ],
    } as never;
const view = new SceneView({
  container: 'view',
  map: new Map({ basemap, layers }),
  center: [number('lng'), number('lat')],
  zoom: number('zoom'),
  environment: { starsEnabled: false },
});
await view.when();
await view.goTo({ tilt: 60 }, { animate: false });
/** Whether the scene is being drawn, in the same attribute as in the product. */
watch(
  () => view.updating,
  (updating) => document.getElementById('view')?.setAttribute('aria-busy', String(updating)),
  { initial: true },
);
