import type { Page } from '@playwright/test';
import { open, run } from './sdk-steps.ts';

const services = (page: Page) =>
  run(page, async ({ portalUrl }) => portalUrl.replace(/portal$/, 'server/rest/services'), undefined);

/** Adds a map and the layer classes to the application; `sdk.show` draws layers and resolves when they are drawn. */
export async function openMap(page: Page, application: string): Promise<string> {
  // A bundler would provide this.
  await page.addInitScript(() => Object.assign(globalThis, { process: { env: { NODE_ENV: 'production' } } }));
  await open(page, application);
  await page.evaluate(async () => {
    const load = (name: string) => import(/* @vite-ignore */ `/modules/@arcgis/core/${name}.js`);
    const [config, { whenOnce }, Map, MapView, FeatureLayer, VectorTileLayer, FeatureFilter] =
      await Promise.all(
        [
          'config',
          'core/reactiveUtils',
          'Map',
          'views/MapView',
          'layers/FeatureLayer',
          'layers/VectorTileLayer',
          'layers/support/FeatureFilter',
        ].map(load),
      );
    const { sdk } = globalThis as any;
    config.default.fontsUrl = `${sdk.portalUrl.replace(/portal$/, 'server')}/fonts`;
    config.default.request.interceptors.push({
      before: (parameters: any) => {
        if (parameters.url.startsWith('https://localhost')) parameters.url = sdk.plain(parameters.url);
      },
    });
    const container = document.createElement('div');
    container.style.cssText = 'position:fixed;inset:0';
    document.body.append(container);
    const show = async (layers: any[], center: [number, number], scale: number) => {
      const view = new MapView.default({
        container,
        map: new Map.default({ layers }),
        center,
        scale,
        ui: { components: [] },
      });
      await view.when();
      await Promise.all(layers.map((layer) => view.whenLayerView(layer)));
      await whenOnce(() => !view.updating);
      return view;
    };
    Object.assign(sdk, {
      config: config.default,
      FeatureLayer: FeatureLayer.default,
      VectorTileLayer: VectorTileLayer.default,
      FeatureFilter: FeatureFilter.default,
      whenOnce,
      show,
    });
  });
  return services(page);
}
