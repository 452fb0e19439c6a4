import { readFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';

/** Lets the SDK load its projection engine from the installed package, as it does from the server in a browser. */
export function serveProjectionEngine(): void {
  const assets = path.resolve('node_modules/@arcgis/core/assets');
  (globalThis as { esriConfig?: unknown }).esriConfig = { assetsPath: 'http://sdk.test/assets' };
  const fetchElsewhere = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: RequestInfo | URL, init?: RequestInit) => {
    const { href } = new URL(address instanceof Request ? address.url : address, 'http://sdk.test');
    // Another file of this worker may have loaded the SDK before, with the address of its assets on the web.
    const [, name] = /\/assets\/(esri\/[\w./-]+)$/.exec(href) ?? [];
    if (name === undefined) return fetchElsewhere(address, init);
    const bytes = readFileSync(path.join(assets, name));
    return new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
  });
}
