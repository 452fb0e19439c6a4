import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { integrationTypes } from '../../integration-kinds/definitions.ts';
import { kindOf } from '../../wire/integrations/integration-config.ts';
import { minify, type Plugin, transformWithOxc } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');
const client = 'web/integrations/client/client.ts';
const folder = 'integration-kinds';
/** The HTML of a kind's page. It is not a file: those of all kinds are the same. */
const pagePattern = new RegExp(`${folder}/([\\w-]+)/index\\.html$`);

/** The HTML pages of the product: the application, and one for each kind of integration with a page. */
export function pageInputs(): string[] {
  const withPage = integrationTypes.filter((type) => kindOf(type).page);
  return ['index.html', ...withPage.map((type) => `${folder}/${type}/index.html`)];
}

/** Makes the HTML that loads a kind's `page.tsx`. */
export function integrationPages(): Plugin {
  return {
    name: 'mapping:integration-pages',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (pagePattern.test(id) ? path.resolve(root, id) : undefined),
    load(id) {
      const kind = integrationTypes.find((type) => type === pagePattern.exec(id)?.[1]);
      if (kind === undefined) return undefined;
      return `<!doctype html>
<html lang="en" dir="ltr">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${kindOf(kind).name ?? kind}</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/${folder}/${kind}/page.tsx"></script>
  </body>
</html>
`;
    },
  };
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
