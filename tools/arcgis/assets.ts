import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from './sdk-packages.ts';

/**
 * Files the SDK's packages request at run time (messages, icons, WebAssembly), by the folder they are served
 * from below `assetsBase()`. The SDK's defaults use a CDN; `web/map` points them here.
 */
const folders: readonly { from: () => string; to: string; without?: RegExp }[] = [
  {
    from: () => path.join(packageFolder('@arcgis/core'), 'assets'),
    to: '',
    // Excluded: the prebuilt worker (we build our own), style sheets, and what only 3D scenes and link charts
    // use.
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

/** Written when all of the SDK's files have been copied. */
const complete = '.complete';

/**
 * Copies the SDK's files into a built application, unless an earlier build did: their folder has the SDK's
 * version.
 */
export function copyAssets(target: string): void {
  if (existsSync(path.join(target, complete))) return;
  for (const { from, to, without } of folders) {
    cpSync(from(), path.join(target, to), {
      recursive: true,
      filter: (source) => !without?.test(source.replaceAll('\\', '/')),
    });
  }
  writeFileSync(path.join(target, complete), '');
}

/**
 * Empties the folder of a build except one folder inside it: thousands of files are slow to delete and to
 * copy again.
 */
export function emptyBesides(folder: string, kept: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const entry = path.join(folder, name);
    if (entry === kept) continue;
    if (kept.startsWith(entry + path.sep)) emptyBesides(entry, kept);
    else rmSync(entry, { recursive: true });
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
