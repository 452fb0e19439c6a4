import '@arcgis/core/assets/esri/themes/light/main.css';
import esriConfig from '@arcgis/core/config.js';
import MapView from '@arcgis/core/views/MapView.js';
import WebMap from '@arcgis/core/WebMap.js';

/**
 * A minimal page with a map, the baseline of the product's first map: a web map (`?id=`), a map shared by link (`?shared=`, its
 * address) or a new map of an organisation (`?new=`, the address of its configuration).
 */
esriConfig.assetsPath = '/bare/arcgis';
esriConfig.fontsUrl = `${location.origin}/server/fonts`;
esriConfig.portalUrl = `${location.origin}/portal`;
esriConfig.request.interceptors.push({
  before(parameters) {
    parameters.url = parameters.url.replace(/^https:\/\/localhost/, 'http://localhost');
  },
});
const parameters = new URLSearchParams(location.search);
const [shared, organisation] = [parameters.get('shared'), parameters.get('new')];

if (shared) void showShared(shared);
else if (organisation) void showNew(organisation);
else show(new WebMap({ portalItem: { id: parameters.get('id') ?? '' } }));

async function showShared(address: string): Promise<void> {
  const { webMap } = (await read(address)) as { webMap: object };
  show(WebMap.fromJSON(webMap));
}

async function showNew(address: string): Promise<void> {
  const { map } = (await read(address)) as {
    map: { extent: [number, number, number, number]; basemap: { light: string } };
  };
  const styleUrl = `${location.origin}${map.basemap.light}/resources/styles/root.json`;
  const baseMapLayers = [{ id: 'basemap', layerType: 'VectorTileLayer', styleUrl }];
  const [xmin, ymin, xmax, ymax] = map.extent;
  const webMap = {
    version: '2.33',
    baseMap: { title: 'Basemap', baseMapLayers },
    operationalLayers: [],
    spatialReference: { wkid: 102100 },
  };
  const extent = { xmin, ymin, xmax, ymax, spatialReference: { wkid: 4326 } };
  show(WebMap.fromJSON(webMap), { extent });
}

function show(map: WebMap, start: object = {}): MapView {
  return new MapView({ container: 'view', map, ...start });
}

async function read(address: string): Promise<unknown> {
  return (await fetch(address)).json();
}
