import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { minify, type Plugin, type ResolvedConfig, transformWithOxc } from 'vite';
import { shellParts } from './shell-parts.ts';

const source = '/web/app/first-paint.ts';
const name = 'first-paint.js';

/**
 * What is painted before the application runs: the first-paint script, inside the page, so that nothing has to be
 * requested first; the parts of the header that the server draws; and the page's style sheets behind its content,
 * because they hold fonts only, for which the first paint need not wait.
 */
export function firstPaint(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'mapping:first-paint',
    configResolved(resolved) {
      config = resolved;
    },
    async generateBundle() {
      const parts = JSON.stringify(await shellParts(config.root));
      this.emitFile({ type: 'asset', fileName: 'shell.json', source: parts });
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, path: page }) {
        // The pages of integrations are framed by an application that has painted already.
        if (page !== '/index.html') return undefined;
        if (!bundle)
          return [{ tag: 'script', attrs: { type: 'module', src: source }, injectTo: 'head-prepend' }];
        const script = await classicScript(path.join(config.root, source), {
          'import.meta.env.VITE_API_BASE_URL': config.env['VITE_API_BASE_URL'] ?? '',
        });
        const fonts = Object.values(bundle).filter(
          (output) => output.type === 'asset' && output.names.some((name) => firstFonts.includes(name)),
        );
        return {
          html: sheetsLast(startedAfterPaint(html)),
          tags: [
            { tag: 'script', children: script, injectTo: 'head-prepend' },
            ...fonts.map(({ fileName }) => ({
              tag: 'link',
              attrs: {
                rel: 'preload',
                as: 'font',
                type: 'font/woff2',
                crossorigin: '',
                href: `/${fileName}`,
              },
              injectTo: 'head' as const,
            })),
          ],
        };
      },
    },
  };
}

/** Fonts of the header in most languages. */
const firstFonts = ['roboto-latin-400-normal.woff2', 'roboto-latin-500-normal.woff2'];

/** Longest wait for a frame in milliseconds: a page in the background has none. */
const longestWait = 300;

/**
 * Starts the application after the first frame: evaluated earlier, it would delay the paint of what is in the page
 * already. Its files are requested at once, and then those that it needs later (server/platform/http/route-hints.ts).
 */
function startedAfterPaint(html: string): string {
  const entry = /\s*<script type="module"( crossorigin)? src="([^"]+)"><\/script>/.exec(html);
  if (!entry) throw new Error('The page has no script to start.');
  const [element, , address] = entry;
  // Started twice, by the frame and by the longest wait, it requests them once.
  const later =
    'for(const link of document.querySelectorAll("link[data-rel]")){link.rel=link.dataset.rel;delete link.dataset.rel}';
  const start = `{const start=()=>{import(${JSON.stringify(address)});${later}};document.hidden?start():(requestAnimationFrame(()=>setTimeout(start)),setTimeout(start,${longestWait}))}`;
  return html
    .replace(element, `<link rel="preload" as="script" crossorigin href="${address}">`)
    .replaceAll('<link rel="modulepreload" ', '<link rel="preload" as="script" ')
    .replace(/\s*<\/body>/, (end) => `<script>${start}</script>${end}`);
}

/** Moves the style sheets to the end of the page: what is before them is painted without them. */
function sheetsLast(html: string): string {
  const sheets: string[] = [];
  const rest = html.replace(/\s*<link rel="stylesheet"[^>]*>/g, (sheet) => {
    sheets.push(sheet);
    return '';
  });
  return rest.replace(/\s*<\/body>/, (end) => sheets.join('') + end);
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
