import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const modules = path.resolve(import.meta.dirname, '../../node_modules');

/** Resolves the bare module names that the SDK's modules import. */
const importMap = {
  imports: {
    '@arcgis/core/': '/modules/@arcgis/core/',
    '@arcgis/toolkit/dom': '/modules/@arcgis/toolkit/dist/dom/index.js',
    // The page uses none of the SDK's components; this is all its modules import from that package.
    '@esri/calcite-components/dist/components':
      'data:text/javascript,export const assetPathChanged = true; export function setAssetPath() {}',
    '@esri/calcite-components/dist/components/': '/nothing/',
    '@esri/arcgis-html-sanitizer': '/modules/@esri/arcgis-html-sanitizer/dist/esm/index.js',
    luxon: '/modules/luxon/build/es6/luxon.mjs',
    marked: '/modules/marked/lib/marked.esm.js',
    tslib: '/modules/tslib/tslib.es6.mjs',
  },
};

/**
 * The start page of an application as Esri's guides describe it, with `sdk` for the test's use. The SDK turns portal URLs
 * into https, which an application on plain http must revert (docs/arcgis-protocol.md#plain-http).
 */
const page = (portalUrl: string) => `<!doctype html>
<link rel="icon" href="data:," />
<script type="importmap">${JSON.stringify(importMap)}</script>
<script type="module">
  import esriConfig from '@arcgis/core/config.js';
  import IdentityManager from '@arcgis/core/identity/IdentityManager.js';
  import OAuthInfo from '@arcgis/core/identity/OAuthInfo.js';
  import Portal from '@arcgis/core/portal/Portal.js';
  import PortalFolder from '@arcgis/core/portal/PortalFolder.js';
  import PortalItem from '@arcgis/core/portal/PortalItem.js';
  import WebMap from '@arcgis/core/WebMap.js';

  const portalUrl = ${JSON.stringify(portalUrl)};
  const plain = (url) => url.replace(/^https:/, 'http:');
  esriConfig.portalUrl = portalUrl;
  esriConfig.assetsPath = '/modules/@arcgis/core/assets';
  esriConfig.request.interceptors.push({
    urls: portalUrl.replace(/^http:/, 'https:'),
    before: (parameters) => {
      parameters.url = plain(parameters.url);
    },
  });
  IdentityManager.setOAuthRedirectionHandler(({ authorizeUrl, authorizeParams }) => {
    location.href = plain(authorizeUrl) + '?' + new URLSearchParams(authorizeParams);
  });
  const restUrl = portalUrl + '/sharing/rest';
  globalThis.sdk = { IdentityManager, OAuthInfo, Portal, PortalFolder, PortalItem, WebMap, plain, portalUrl, restUrl };
</script>`;

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** Starts an application on another origin that uses the ArcGIS SDK as published, unbundled, with the given portal. */
export async function startSdkApplication(
  portalUrl: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/modules/')) void sendModule(pathname.slice('/modules/'.length), response);
    else if (pathname.startsWith('/nothing/')) response.setHeader('content-type', 'text/javascript').end();
    else response.setHeader('content-type', 'text/html').end(page(portalUrl));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function sendModule(name: string, response: ServerResponse): Promise<void> {
  const file = path.join(modules, name);
  try {
    const bytes = await readFile(file);
    response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream');
    response.setHeader('cache-control', 'max-age=3600').end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}
