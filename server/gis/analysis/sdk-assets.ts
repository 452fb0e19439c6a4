import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** An address that is never requested. */
const origin = 'http://sdk.invalid';

/**
 * Lets the SDK in this thread load its projection engine from the installed package, and send no request at all. Call it before the
 * SDK's first module is imported, which reads its settings once.
 */
export function serveSdkAssets(): void {
  const folder = path.join(
    path.dirname(fileURLToPath(import.meta.resolve('@arcgis/core/package.json'))),
    'assets',
  );
  Object.assign(globalThis, {
    esriConfig: { assetsPath: `${origin}/assets`, has: { 'esri-csp-restrictions': true } },
    async fetch(address: RequestInfo | URL): Promise<Response> {
      const { href } = new URL(address instanceof Request ? address.url : address, origin);
      const [, name] = /^http:\/\/sdk\.invalid\/assets\/(esri\/[\w./-]+)$/.exec(href) ?? [];
      if (name === undefined || name.includes('..'))
        throw new TypeError(`No request may be sent to ${href}.`);
      const bytes = await readFile(path.join(folder, name));
      return new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
    },
  });
}
