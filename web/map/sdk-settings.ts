import { assetsPath, workerPath } from 'virtual:arcgis-build';

/**
 * Sets how the SDK loads its files. It reads this when its first module runs, so call it before an import of
 * the SDK. All addresses are of this server: no request may go to a CDN.
 */
export function prepareSdk(): void {
  (globalThis as { esriConfig?: unknown }).esriConfig ??= {
    assetsPath,
    fontsUrl: `${location.origin}/server/fonts`,
    portalUrl: `${location.origin}/portal`,
    // This build's worker shares its code with the page; without one (development) the SDK uses its own.
    ...(workerPath && { workers: { workerPath: new URL(workerPath, location.href).href } }),
    has: {
      ...(workerPath && { 'esri-esbuild-build': true }),
      // As many workers as there are processors beside the page's own. The SDK's minimum is two, which on a small
      // machine compete with the page during start-up.
      'min-workers-pool-size': 1,
      // The page's policy forbids `eval`. Without this setting the SDK would probe for it, and browsers would report a
      // violation.
      'esri-csp-restrictions': true,
    },
  };
}
