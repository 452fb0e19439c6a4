import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { TriedOperation } from '../rig/record-operations.ts';

const folder = path.resolve(import.meta.dirname, '../../node_modules/maplibre-gl/dist');

/** A page that fills its window with a map of MapLibre, whose style the test sets. */
const page = `<!doctype html>
<link rel="icon" href="data:," />
<link rel="stylesheet" href="/maplibre-gl.css" />
<div id="map" style="position: fixed; inset: 0"></div>
<script type="module">
  import * as maplibre from '/maplibre-gl.mjs';
  globalThis.maplibre = maplibre;
</script>`;

/** Starts an application on another origin that uses MapLibre GL JS as published. */
export async function startMapLibreApplication(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = /^\/(maplibre-gl[\w-]*\.(?:mjs|css))$/.exec(pathname)?.[1];
    if (name === undefined) {
      response.setHeader('content-type', 'text/html').end(page);
      return;
    }
    response.setHeader('content-type', name.endsWith('.css') ? 'text/css' : 'text/javascript');
    void readFile(path.join(folder, name)).then((bytes) => response.end(bytes));
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

/** Writes what a page requests of the services where `npm run record:clients` reads it; `file` is that of the test. */
export function recordRequests(page: Page, file: string): void {
  const folder = process.env['RECORD_OPERATIONS'];
  if (folder === undefined) return;
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (!/^\/server\/(ogc|rest)\//.test(pathname)) return;
    const tried: TriedOperation = {
      file,
      route: pathname
        .replace(/(?<=\/(ogc|services)\/)[^/]+/, ':name')
        .replaceAll(/(?<=\/)\d+(?=[/.]|$)/g, ':number'),
      parameters: [...searchParams.keys()].filter((name) => name !== 'f').toSorted(),
      code: response.status() < 400 ? 0 : response.status(),
    };
    appendFileSync(path.join(folder, `browser-${process.pid}.jsonl`), `${JSON.stringify(tried)}\n`);
  });
}
