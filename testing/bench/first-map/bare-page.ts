import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Builds the baseline page: the same SDK and nothing else, built with the bundler's defaults, its files
 * beside it on the same server. Once per version of the SDK. Returns the folder.
 */
export async function buildBarePage(): Promise<string> {
  const sdk = path.join(root, 'node_modules/@arcgis/core');
  const { default: description } = (await import(path.join(sdk, 'package.json'), {
    with: { type: 'json' },
  })) as { default: { version: string } };
  const folder = path.join(root, '.cache/bench', `bare-${description.version}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.new`;
  await rm(making, { recursive: true, force: true });
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, '../bare-page'),
    base: '/bare/',
    logLevel: 'warn',
    build: { outDir: making, emptyOutDir: true, chunkSizeWarningLimit: 10_000, reportCompressedSize: false },
  });
  await cp(path.join(sdk, 'assets'), path.join(making, 'arcgis'), { recursive: true });
  await rename(making, folder);
  return folder;
}
