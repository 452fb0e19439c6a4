import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startForeignPages } from './foreign-pages.ts';

const folder = path.resolve(import.meta.dirname, '../../examples/integration-page');

/**
 * The example of a third party's page, on another server.
 *
 * @param more additional pages of that server, by path
 * @param mapping origin of the server whose pages embed it
 */
export async function startCompass(
  more: Parameters<typeof startForeignPages>[0] = {},
  mapping = `http://localhost:${process.env['TEST_PORT'] ?? 18080}`,
) {
  const [html, script] = await Promise.all(
    ['index.html', 'page.js'].map((file) => readFile(path.join(folder, file), 'utf8')),
  );
  const foreign = await startForeignPages({
    '/': html ?? '',
    '/page.js': { type: 'text/javascript', body: script ?? '' },
    ...more,
  });
  return { ...foreign, page: `${foreign.url}/?mapping=${mapping}` };
}
