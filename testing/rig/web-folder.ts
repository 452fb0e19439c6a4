import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A built application in the form the server expects, with minimal content. */
export interface WebFolder {
  path: string;
  remove(): Promise<void>;
}

export const emptyPage = '<!doctype html><html><head></head><body></body></html>';

/** @param files content by path, besides an empty page */
export async function createWebFolder(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<WebFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-web-'));
  for (const name of ['assets', 'integrations']) await mkdir(path.join(folder, name));
  for (const [name, text] of Object.entries({ 'index.html': emptyPage, ...files })) {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return { path: folder, remove: () => rm(folder, { recursive: true }) };
}
