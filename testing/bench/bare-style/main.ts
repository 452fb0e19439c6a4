import '@arcgis/core/assets/esri/themes/light/main.css';
import esriConfig from '@arcgis/core/config.js';
import { watch } from '@arcgis/core/core/reactiveUtils.js';
import GeoJSONLayer from '@arcgis/core/layers/GeoJSONLayer.js';
import Map from '@arcgis/core/Map.js';
import { createContinuousRenderer } from '@arcgis/core/smartMapping/renderers/color.js';
import MapView from '@arcgis/core/views/MapView.js';

/** A page with one layer (`?url=`) that is styled by the SDK and nothing else, the baseline of the style panel. */
esriConfig.assetsPath = '/bare/arcgis';
const url = new URLSearchParams(location.search).get('url') ?? '';
const layer = new GeoJSONLayer({ url });
const view = new MapView({ container: 'view', map: new Map({ layers: [layer] }) });
void layer.when(() => view.goTo(layer.fullExtent));

/** Whether the map is being drawn, in the same attribute as in the product. */
watch(
  () => view.updating,
  (updating) => view.container?.setAttribute('aria-busy', String(updating)),
  { initial: true },
);

/** Styles the layer by amounts; resolves when the style is set. */
async function style(field: string): Promise<void> {
  layer.renderer = (await createContinuousRenderer({ layer, view, field })).renderer;
}

Object.assign(globalThis, { style });
