import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from './sdk-packages.ts';

/**
 * Files the SDK's packages ask for at run time (words, icons, WebAssembly), by the folder they are served from below
 * `assetsBase()`. The SDK's defaults point at a content network; `web/map` points them here.
 */
const folders: readonly { from: () => string; to: string; without?: RegExp }[] = [
  {
    from: () => path.join(packageFolder('@arcgis/core'), 'assets'),
    to: '',
    // Left out: the prebuilt worker (we build our own), style sheets, and what only 3D scenes and link charts use.
    without:
      /\/esri\/(core\/workers|css|themes|libs\/(i3s|lyr3d|vxl|dracoMeshDecoder|basisu|dxtEncoder|linkchartlayout))(\/|$)/,
  },
  {
    from: () => path.join(packageFolder('@arcgis/map-components'), 'dist/cdn/assets'),
    to: 'map-components/assets',
  },
  {
    from: () => path.join(packageFolder('@arcgis/map-components'), '../common-components/dist/cdn/assets'),
    to: 'common-components/assets',
  },
];

/** Copies the SDK's files into a built application. */
export function copyAssets(target: string): void {
  for (const { from, to, without } of folders) {
    cpSync(from(), path.join(target, to), {
      recursive: true,
      filter: (source) => !without?.test(source.replaceAll('\\', '/')),
    });
  }
}

/** The file behind an address below `assetsBase()`, for the development server; undefined when there is none. */
export function findAsset(address: string): string | undefined {
  const relative = path.posix.normalize(address).replace(/^\/+/, '');
  if (relative.startsWith('..')) return undefined;
  const fitting = folders
    .filter(({ to }) => relative.startsWith(to))
    .sort((a, b) => b.to.length - a.to.length);
  return fitting
    .map(({ from, to }) => path.join(from(), relative.slice(to.length)))
    .find((file) => existsSync(file));
}
