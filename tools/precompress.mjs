// Brotli beside every text file of the build, so that the server sends small files without compressing anything itself.
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const folder = path.resolve(import.meta.dirname, '../dist/web');
const compressible = /\.(js|css|svg|json|wasm|html|txt|map|pbf|ttf)$/;

async function* filesBelow(place) {
  for (const entry of await readdir(place, { withFileTypes: true })) {
    const file = path.join(place, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file);
    else yield file;
  }
}

async function compressFile(file) {
  const bytes = await readFile(file);
  // The SDK's thousands of assets are small and seldom asked for: less effort for them keeps the build short.
  const quality = bytes.length < 400_000 && file.includes('/arcgis/') ? 5 : 9;
  const small = await compress(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  if (small.length < bytes.length * 0.95) await writeFile(`${file}.br`, small);
  else await rm(`${file}.br`, { force: true });
}

const waiting = [];
for await (const file of filesBelow(folder)) {
  if (!compressible.test(file) || (await stat(file)).size < 1024) continue;
  waiting.push(file);
}
const workers = Array.from({ length: 4 }, async () => {
  for (let file = waiting.pop(); file; file = waiting.pop()) await compressFile(file);
});
await Promise.all(workers);
