import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { minify, type Plugin, type ResolvedConfig, transformWithOxc } from 'vite';
import { viewFiles } from './view-files.ts';

const source = '/web/app/first-paint.ts';
const name = 'first-paint.js';

/** Puts the first-paint script into the head of the page: a small classic script, named by its content. */
export function firstPaint(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'mapping:first-paint',
    configResolved(resolved) {
      config = resolved;
    },
    // Here the names of all chunks are known; the page is written after this.
    async generateBundle(_options, bundle) {
      const text = await classicScript(path.join(config.root, source), {
        'import.meta.env.VITE_API_BASE_URL': config.env['VITE_API_BASE_URL'] ?? '',
        'globalThis.mappingViewFiles': viewFiles(bundle, 'web/app/main.tsx'),
      });
      this.emitFile({ type: 'asset', name, source: text });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, path: page }) {
        // The pages of integrations are framed by an application that has painted already.
        if (page !== '/index.html') return undefined;
        if (!bundle)
          return [{ tag: 'script', attrs: { type: 'module', src: source }, injectTo: 'head-prepend' }];
        const built = Object.values(bundle).find(
          (output) => output.type === 'asset' && output.names.includes(name),
        );
        if (!built) throw new Error('The first-paint script was not built.');
        return [{ tag: 'script', attrs: { src: `/${built.fileName}` }, injectTo: 'head-prepend' }];
      },
    },
  };
}

/**
 * The script without types and modules, with its settings inlined. It bypasses the bundler, whose chunks
 * import one another.
 */
async function classicScript(file: string, settings: Record<string, unknown>): Promise<string> {
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
  const set = Object.entries(settings).reduce(
    (text, [place, value]) => text.replaceAll(place, JSON.stringify(value)),
    code,
  );
  const small = await minify(name, set.replace(/^export\s*\{\s*\};?\s*$/m, ''), { module: false });
  if (small.errors.length > 0)
    throw new Error(`The first-paint script cannot be built: ${small.errors[0]?.message}`);
  return small.code;
}
