import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Builds the baseline page of maps: the same SDK and nothing else, built with the bundler's defaults, its files
 * beside it on the same server. Once per version of the SDK and of the page. Returns the folder.
 */
export async function buildBarePage(): Promise<string> {
  return buildWithSdk('bare', 'bare-page');
}

/** Builds the baseline page of styles: one layer, and the SDK's function that styles it. */
export async function buildBareStyle(): Promise<string> {
  return buildWithSdk('bare-style', 'bare-style');
}

/** Builds the baseline page of 3D: the same layers in a scene. */
export async function buildBareScene(): Promise<string> {
  return buildWithSdk('bare-scene', 'bare-scene');
}

async function buildWithSdk(name: string, source: string): Promise<string> {
  const sdk = path.join(root, 'node_modules/@arcgis/core');
  return buildOnce(`${name}-${await versionOf(sdk)}`, source, async (making) => {
    await cp(path.join(sdk, 'assets'), path.join(making, 'arcgis'), { recursive: true });
  });
}

/** Builds the baseline page of the header: one button. Once per version of the component library. */
export async function buildBareReact(): Promise<string> {
  const version = await versionOf(path.join(root, 'node_modules/@mui/material'));
  return buildOnce(`bare-react-${version}`, 'bare-react', async () => {});
}

async function versionOf(folder: string): Promise<string> {
  const { default: description } = (await import(path.join(folder, 'package.json'), {
    with: { type: 'json' },
  })) as { default: { version: string } };
  return description.version;
}

async function buildOnce(name: string, source: string, complete: (making: string) => Promise<void>) {
  const page = path.join(import.meta.dirname, '..', source);
  const digest = createHash('sha256');
  for (const file of (await readdir(page)).toSorted()) digest.update(await readFile(path.join(page, file)));
  const folder = path.join(root, '.cache/bench', `${name}-${digest.digest('hex').slice(0, 8)}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.new`;
  await rm(making, { recursive: true, force: true });
  await build({
    configFile: false,
    root: page,
    base: '/bare/',
    logLevel: 'warn',
    build: { outDir: making, emptyOutDir: true, chunkSizeWarningLimit: 10_000, reportCompressedSize: false },
  });
  await complete(making);
  await rename(making, folder);
  return folder;
}
