import '@arcgis/core/assets/esri/themes/light/main.css';
import esriConfig from '@arcgis/core/config.js';
import MapView from '@arcgis/core/views/MapView.js';
import WebMap from '@arcgis/core/WebMap.js';

/** A minimal page with a web map (`?id=`), the baseline of the product's first map. */
esriConfig.assetsPath = '/bare/arcgis';
esriConfig.fontsUrl = `${location.origin}/server/fonts`;
esriConfig.portalUrl = `${location.origin}/portal`;
esriConfig.request.interceptors.push({
  before(parameters) {
    parameters.url = parameters.url.replace(/^https:\/\/localhost/, 'http://localhost');
  },
});
const id = new URLSearchParams(location.search).get('id') ?? '';
export const view = new MapView({ container: 'view', map: new WebMap({ portalItem: { id } }) });
