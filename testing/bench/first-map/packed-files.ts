import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

export interface PackedFile {
  path: string;
  type: string;
  size: number;
  encoding: 'br' | undefined;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
const compressible = new Set(['.html', '.js', '.css', '.json', '.wasm', '.svg']);
const compress = promisify(brotliCompress);

/** Every file of a folder by its path, compressed like the product's own build (brotli 9). */
export async function packFolder(folder: string): Promise<Map<string, PackedFile>> {
  const files = new Map<string, PackedFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.br')) continue;
    const file = path.join(entry.parentPath, entry.name);
    files.set(path.relative(folder, file).replaceAll(path.sep, '/'), await pack(file));
  }
  return files;
}

async function pack(file: string): Promise<PackedFile> {
  const extension = path.extname(file);
  const type = types[extension] ?? 'application/octet-stream';
  const { size } = await stat(file);
  if (!compressible.has(extension) || size < 1024) return { path: file, type, size, encoding: undefined };
  const packed = `${file}.br`;
  if (!existsSync(packed)) {
    const bytes = await readFile(file);
    await writeFile(
      packed,
      await compress(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: size },
      }),
    );
  }
  return { path: packed, type, size: (await stat(packed)).size, encoding: 'br' };
}
