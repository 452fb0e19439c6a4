import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { copyAssets, emptyBesides, findAsset } from './assets.ts';
import { chunkNames, type ModuleGraph } from './chunks.ts';
import { plan } from './plan.ts';
import { assetsBase } from './sdk-packages.ts';
import { substitute } from './substitutes.ts';
import { partOf } from '../translations/catalogues.ts';
import { messagesChunk } from '../translations/plugin.ts';

const virtual = 'virtual:arcgis-build';
const resolved = `\0${virtual}`;
const worker = path.resolve(import.meta.dirname, '../../web/map/sdk/worker.ts');
/** Computes with the SDK's geometry operators, so it shares chunks with the page as well. */
const analysisWorker = 'web/map/analysis/analysis-worker.ts';

/** An empty module in place of a style sheet that the SDK imports. */
const noStyles = '\0mapping:no-styles';
const mediaTypes: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Optimises the build of the ArcGIS SDK and serves all of its files from our own server. */
export function arcgis(): Plugin {
  let building = false;
  let folder = '';
  let workerFile = '';
  let analysisFile = '';
  return {
    name: 'mapping:arcgis',
    enforce: 'pre',
    config: (_config, { command }) => (command === 'build' ? { build: buildOptions() } : undefined),
    configResolved(config) {
      building = config.command === 'build';
      folder = path.resolve(config.root, config.build.outDir);
    },
    buildStart() {
      if (!building) return;
      emptyBesides(folder, path.join(folder, assetsBase()));
      workerFile = this.emitFile({
        type: 'chunk',
        id: worker,
        name: 'arcgis-worker',
        preserveSignature: 'allow-extension',
      });
      analysisFile = this.emitFile({
        type: 'chunk',
        id: path.resolve(import.meta.dirname, '../..', analysisWorker),
        name: 'analysis-worker',
      });
    },
    resolveId(id, importer) {
      if (id === virtual) return resolved;
      // Style sheets of the component libraries would be loaded with the first map, and break workers, which
      // have no styles. web/map/sdk/tools/components.ts imports them when the first component is used.
      if (id.endsWith('.css') && /[\\/]node_modules[\\/](@arcgis|@esri)[\\/]/.test(importer ?? ''))
        return noStyles;
      return substitute(id, importer);
    },
    transform(code, id) {
      return id.endsWith('vite/preload-helper.js') ? preloadInPagesOnly(code) : undefined;
    },
    load(id) {
      if (id === noStyles) return '';
      if (id !== resolved) return undefined;
      const address = building ? `import.meta.ROLLUP_FILE_URL_${workerFile}` : `''`;
      const analysis = building
        ? `import.meta.ROLLUP_FILE_URL_${analysisFile}`
        : JSON.stringify(`/${analysisWorker}`);
      return `export const assetsPath = ${JSON.stringify(assetsBase())};
        export const workerPath = ${address};
        export const analysisPath = ${analysis};`;
    },
    writeBundle() {
      copyAssets(path.join(folder, assetsBase()));
    },
    configureServer(server) {
      server.middlewares.use(assetsBase(), (request, response, next) => {
        const file = findAsset(decodeURIComponent((request.url ?? '').replace(/\?.*$/, '')));
        if (!file) return next();
        const type = mediaTypes[path.extname(file)];
        if (type) response.setHeader('content-type', type);
        createReadStream(file).pipe(response);
      });
    },
  };
}

function buildOptions() {
  const nameOf = chunkNames(plan);
  return {
    target: 'es2024',
    // The server reads it for hints about what a page needs (server/platform/http/web-application.ts).
    manifest: true,
    chunkSizeWarningLimit: 4000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The front doors of features only pass on what their files export.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]web[\\/]features[\\/].+[\\/]index\.ts$/, sideEffects: false }],
      },
      preserveEntrySignatures: 'allow-extension' as const,
      output: {
        // A worker that loads a chunk for one of its modules must not run the others, which may need a
        // document.
        strictExecutionOrder: true,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              // For the bundler's messages, which cannot name a function.
              debugName: 'features',
              name: (id: string, graph: ModuleGraph) =>
                nameOf(id, graph) ?? messagesChunk(id) ?? englishChunk(id),
            },
          ],
        },
      },
    },
  };
}

/** The English messages of each part (web/i18n/english-parts.ts) are one file, except those that every page starts with. */
function englishChunk(id: string): string | null {
  const [file] = /(?:web|integration-kinds)\/.*\/messages\/en\.json$/.exec(id) ?? [];
  const part = file && partOf(file);
  if (!part || part === 'start') return null;
  return part === 'others' ? 'messages-en' : `messages-en-${part}`;
}

/** Workers load the same files as the page, but have no document to put preload links into. */
function preloadInPagesOnly(code: string): string {
  const start =
    /function preload\(baseModule,[^)]*\) ?\{|const __vitePreload = function preload\(baseModule,[^)]*\) ?\{/;
  if (!start.test(code))
    throw new Error('Vite’s preload helper has changed: look at tools/arcgis/plugin.ts.');
  return code.replace(start, "$& if (typeof document === 'undefined') return baseModule();");
}
