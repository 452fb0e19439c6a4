// Writes Brotli files beside every text file of the build, so that the server sends small files without
// compressing anything itself. Compressed files are cached by content: most files of a build are unchanged.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const folder = path.resolve(import.meta.dirname, '../dist/web');
const kept = path.resolve(import.meta.dirname, '../node_modules/.cache/brotli');
const compressible = /\.(js|css|svg|json|wasm|html|txt|map|pbf|ttf)$/;

async function* filesBelow(place) {
  for (const entry of await readdir(place, { withFileTypes: true })) {
    const file = path.join(place, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file);
    else yield file;
  }
}

/** The scripts of the first views: a tenth smaller at the highest quality, which takes ten times as long. */
const firstViews = ['index.html', ...['home', 'gallery', 'map'].map((view) => `web/routes/${view}.tsx`)];

/** @returns {Promise<Set<string>>} the files that a first view loads before it is shown */
async function filesOfFirstViews() {
  const manifest = JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8'));
  const found = new Set();
  const visit = (source) => {
    const { file, imports = [] } = manifest[source];
    const place = path.join(folder, file);
    if (found.has(place)) return;
    found.add(place);
    for (const imported of imports) visit(imported);
  };
  for (const view of firstViews) visit(view);
  return found;
}

/** The SDK's files stay from one build to the next. */
const isDone = (file) => file.includes('/arcgis/') && existsSync(`${file}.br`);

/** The messages of a language, of which each of its readers loads all. */
const isMessages = (file) => path.basename(file).startsWith('messages-');

async function compressFile(file) {
  const bytes = await readFile(file);
  // The SDK's thousands of assets are small and rarely requested: less effort for them keeps the build short.
  const isAsset = bytes.length < 400_000 && file.includes('/arcgis/');
  const quality = best.has(file) || isMessages(file) ? 11 : isAsset ? 5 : 9;
  const copy = path.join(kept, `${createHash('sha256').update(bytes).digest('hex')}-${quality}`);
  const small = (await readKept(copy)) ?? (await compressAndKeep(bytes, quality, copy));
  // A file that hardly shrinks is sent uncompressed.
  if (small.length < bytes.length * 0.95) await copyFile(copy, `${file}.br`);
}

const readKept = (copy) => readFile(copy).catch(() => undefined);

async function compressAndKeep(bytes, quality, copy) {
  const small = await compress(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  // Renamed only when complete: a build may be stopped at any time.
  const part = `${copy}.${randomUUID()}`;
  await writeFile(part, small);
  await rename(part, copy);
  return small;
}

await mkdir(kept, { recursive: true });
const best = await filesOfFirstViews();
const waiting = [];
for await (const file of filesBelow(folder)) {
  if (!compressible.test(file) || (await stat(file)).size < 1024 || isDone(file)) continue;
  waiting.push(file);
}
const workers = Array.from({ length: 4 }, async () => {
  for (let file = waiting.pop(); file; file = waiting.pop()) await compressFile(file);
});
await Promise.all(workers);
