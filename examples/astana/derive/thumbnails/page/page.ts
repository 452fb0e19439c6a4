import esriConfig from '@arcgis/core/config.js';
import { whenOnce } from '@arcgis/core/core/reactiveUtils.js';
import MapView from '@arcgis/core/views/MapView.js';
import WebMap from '@arcgis/core/WebMap.js';

// Draws one web map document without controls and reports in the title when it has finished.
esriConfig.portalUrl = `${location.origin}/portal`;
esriConfig.assetsPath = '/assets';
esriConfig.fontsUrl = `${location.origin}/server/fonts`;
// The SDK turns http into https; this page has no https.
esriConfig.request.interceptors?.push({
  before: (parameters) => {
    parameters.url = parameters.url.replace(`https://${location.host}`, location.origin);
  },
});

const query = new URLSearchParams(location.search);
try {
  const response = await fetch(query.get('map') ?? '');
  const webMap = WebMap.fromJSON(await response.json());
  // The picture shows exactly the initial extent of the map, whatever its size.
  const view = new MapView({
    container: 'map',
    map: webMap,
    ui: { components: [] },
    constraints: { snapToZoom: false },
  });
  await view.when();
  const at = query.get('at')?.split(',').map(Number);
  if (at) await view.goTo({ center: [at[1] ?? 0, at[0] ?? 0], zoom: at[2] ?? 12 }, { animate: false });
  await whenOnce(() => !view.updating);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await whenOnce(() => !view.updating);
  const failed = view.allLayerViews.filter((layerView) => layerView.layer.loadError !== null).length;
  document.title = failed > 0 ? `failed: ${failed} layers` : `ready at zoom ${view.zoom}`;
} catch (error) {
  document.title = `failed: ${String(error)}`;
}
