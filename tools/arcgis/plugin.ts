import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { copyAssets, findAsset } from './assets.ts';
import { chunkNames } from './chunks.ts';
import { belongsToMap, firstMap, laterPieces } from './first-map.ts';
import { assetsBase } from './sdk-packages.ts';

const virtual = 'virtual:arcgis-build';
const resolved = `\0${virtual}`;
const worker = path.resolve(import.meta.dirname, '../../web/map/sdk/worker.ts');

/** Chunks that run in workers as well, where there is no document to put preload links into. */
const runsInWorkers = /map-(shared|worker)-|arcgis-worker-/;

/** Builds the ArcGIS SDK for speed and serves all of its files from our own server. */
export function arcgis(): Plugin {
  let building = false;
  let folder = '';
  let workerFile = '';
  return {
    name: 'mapping:arcgis',
    config: (_config, { command }) => (command === 'build' ? { build: buildOptions() } : undefined),
    configResolved(config) {
      building = config.command === 'build';
      folder = path.resolve(config.root, config.build.outDir);
    },
    buildStart() {
      if (building) workerFile = this.emitFile({ type: 'chunk', id: worker, name: 'arcgis-worker', preserveSignature: 'allow-extension' });
    },
    resolveId: (id) => (id === virtual ? resolved : undefined),
    load(id) {
      if (id !== resolved) return undefined;
      const address = building ? `import.meta.ROLLUP_FILE_URL_${workerFile}` : `''`;
      return `export const assetsPath = ${JSON.stringify(assetsBase())};\nexport const workerPath = ${address};`;
    },
    writeBundle() {
      copyAssets(path.join(folder, assetsBase()));
    },
    configureServer(server) {
      server.middlewares.use(assetsBase(), (request, response, next) => {
        const file = findAsset(decodeURIComponent((request.url ?? '').replace(/\?.*$/, '')));
        if (!file) return next();
        const type = /\.json$/.test(file) ? 'application/json' : /\.wasm$/.test(file) ? 'application/wasm' : /\.js$/.test(file) ? 'text/javascript' : '';
        if (type) response.setHeader('content-type', type);
        createReadStream(file).pipe(response);
      });
    },
  };
}

function buildOptions() {
  const nameOf = chunkNames(firstMap, laterPieces, belongsToMap);
  return {
    target: 'es2024',
    chunkSizeWarningLimit: 4000,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file: string, dependencies: string[], { hostId, hostType }: { hostId: string; hostType: 'html' | 'js' }) =>
        hostType === 'js' && runsInWorkers.test(hostId) ? [] : dependencies,
    },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension' as const,
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: (id: string, context: { getModuleInfo(id: string): { importedIds: readonly string[] } | null }) => nameOf(id, context) }],
        },
      },
    },
  };
}
