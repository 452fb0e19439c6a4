import { assetsPath, workerPath } from 'virtual:arcgis-build';
import type { OpenMap } from './sdk/open-map.ts';

async function loadGuarded() {
  const [{ openMap }, { guardTextAsCode }] = await Promise.all([
    import('./sdk/open-map.ts'),
    import('./trusted-types.ts'),
  ]);
  guardTextAsCode(window);
  return { openMap };
}

/**
 * Loads the map SDK, once. Nothing else loads it: pages without a map never pay for it.
 *
 * The SDK reads its settings when its first module runs, so they are put in place before the import. All of them are
 * addresses of our own server: no request may go to a content network.
 */
export function loadSdk(): Promise<{ openMap: OpenMap }> {
  (globalThis as { esriConfig?: unknown }).esriConfig ??= {
    assetsPath,
    fontsUrl: `${location.origin}/server/fonts`,
    portalUrl: `${location.origin}/portal`,
    // Our own build of the worker shares its code with the page; without one (development) the SDK takes its own.
    ...(workerPath && { workers: { workerPath: new URL(workerPath, location.href).href } }),
    has: {
      ...(workerPath && { 'esri-esbuild-build': true }),
      // As many workers as there are processors beside the page's own. The SDK's least is two, which on a small machine
      // only compete with the page for the time to start.
      'min-workers-pool-size': 1,
      // Pages make no code from text. To find that out, the SDK would try, and browsers would report it.
      'esri-csp-restrictions': true,
    },
  };
  return loadGuarded();
}
