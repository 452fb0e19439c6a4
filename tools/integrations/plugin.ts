import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { minify, type Plugin, transformWithOxc } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');
const folder = 'web/integrations';
const client = `${folder}/client/client.ts`;

/** The HTML pages of the product: the application, and one for each built-in integration. */
export function pageInputs(): string[] {
  const pages = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'index.html')
    .map((file) => path.join(folder, file));
  return ['index.html', ...pages.toSorted()];
}

/**
 * Publishes the script for third parties' pages under its fixed name: one module without imports, with
 * readable types in its source.
 */
export function integrationClient(): Plugin {
  return {
    name: 'mapping:integration-client',
    apply: 'build',
    async generateBundle() {
      const { code } = await transformWithOxc(await readFile(path.join(root, client), 'utf8'), client);
      const small = await minify('client.js', code, { module: true });
      if (/\bimport\b\s*[{*"']/.test(small.code)) throw new Error(`${client} must import nothing.`);
      this.emitFile({ type: 'asset', fileName: 'integrations/client.js', source: small.code });
    },
  };
}
