import { createHash } from 'node:crypto';
import path from 'node:path';
import { build, type Plugin } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');
const source = path.join(root, 'web/app/service-worker/service-worker.ts');

/** The address of the page without an organisation: a name that no organisation can have. */
const emptyPage = '/index.html';

/**
 * Modules whose chunks a visit needs, with all that they import: the views, a first map, the rules of forms, what a header opens,
 * the filters of the gallery, and tools of a map that work without a connection, which may be opened there for the first time. Edit
 * and In view would add 4 MB.
 */
const needed = [
  new RegExp(`^${root.replaceAll('\\', '/')}/index\\.html$`),
  /\/web\/routes\/(home|gallery|map|form)\.tsx$/,
  /\/web\/app\/other-pages\.ts$/,
  /\/web\/i18n\/other-messages\.ts$/,
  /virtual:messages\/files$/,
  /\/web\/map\/edit\/evaluate-expressions\.ts$/,
  /\/web\/map\/sdk\/(open-map|worker)\.ts$/,
  /\/web\/features\/shell\/navigation\/(opened-menus|side-drawer)\.tsx$/,
  /\/web\/features\/shell\/session\/account-menu\.tsx$/,
  /\/web\/app\/page-notes\.tsx$/,
  /\/web\/features\/content\/gallery\/gallery-filters\.tsx$/,
  /\/web\/features\/map-tools\/integrations\/integrations-state\.tsx$/,
  /\/web\/features\/map-tools\/layers\/layers-panel\.tsx$/,
  /\/web\/features\/sharing\/comments\/comments-panel\.tsx$/,
];

/** Fonts of most languages. */
const fonts = /^roboto-latin-(400|500)-normal.*\.woff2$/;

/** Builds the service worker as one script with a fixed address, and the list of the files that it stores. */
export function serviceWorker(): Plugin {
  return {
    name: 'mapping:service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = new Set<string>();
      const add = (file: string) => {
        const output = bundle[file];
        if (output?.type !== 'chunk' || files.has(file)) return;
        files.add(file);
        for (const style of output.viteMetadata?.importedCss ?? []) files.add(style);
        output.imports.forEach(add);
      };
      let page = '';
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk') {
          const ids = [output.facadeModuleId ?? '', ...output.moduleIds];
          if (output.name === 'map-worker' || ids.some((id) => needed.some((pattern) => pattern.test(id))))
            add(output.fileName);
        } else if (output.names.some((name) => fonts.test(name))) files.add(output.fileName);
        if (output.fileName === 'index.html' && output.type === 'asset') page = String(output.source);
      }
      const entries = [...files].map((file) => ({ url: `/${file}`, revision: null }));
      const revision = createHash('sha256')
        .update(page)
        .update(entries.map(({ url }) => url).join())
        .digest('hex');
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: await bundled([...entries, { url: emptyPage, revision }]),
      });
    },
  };
}

async function bundled(files: readonly { url: string; revision: string | null }[]): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: {
      builtFiles: JSON.stringify(files),
      emptyPage: JSON.stringify(emptyPage),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: 'service-worker.js' } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output.find(({ type }) => type === 'chunk') : undefined;
  if (chunk?.type !== 'chunk') throw new Error('The service worker was not built.');
  return chunk.code;
}
