import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { build } from 'vite';
import { vectorTileRoutes } from '../../../../server/gis/service-routes/vector-tile-routes.ts';

const here = dirname(fileURLToPath(import.meta.url));
const astana = join(here, '../..');
const sdkAssets = join(dirname(fileURLToPath(import.meta.resolve('@arcgis/core/package.json'))), 'assets');
const copyright = '© OpenStreetMap contributors, ODbL 1.0';

/** A server for the drawing page only: basemap, layers and web maps with their placeholders filled in. */
export async function serveMaps(port: number, buildFolder: string): Promise<FastifyInstance> {
  await build({
    root: join(here, 'page'),
    base: '/page/',
    logLevel: 'error',
    build: { outDir: buildFolder, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 10_000 },
  });
  const app = Fastify();
  const archivePath = join(astana, 'basemap.pmtiles');
  await app.register(
    vectorTileRoutes({
      services: [
        { name: 'basemap-light', title: 'Light', archivePath, style: 'light', copyright },
        { name: 'basemap-dark', title: 'Dark', archivePath, style: 'dark', copyright },
      ],
    }),
  );
  await app.register(fastifyStatic, { root: buildFolder, prefix: '/page/' });
  await app.register(fastifyStatic, { root: sdkAssets, prefix: '/assets/', decorateReply: false });
  app.get<{ Params: { key: string } }>('/layers/:key', (request) => {
    const file = `${request.params.key.replace(/[^a-z0-9-]/g, '')}.geojson.gz`;
    return JSON.parse(gunzipSync(readFileSync(join(astana, 'layers', file))).toString()) as object;
  });
  app.get('/portal/sharing/rest/portals/self', () => ({
    id: 'derive',
    name: 'derive',
    currentVersion: '2026.1',
    allSSL: false,
  }));
  app.get<{ Params: { key: string } }>('/web-maps/:key', (request) => {
    const text = readFileSync(
      join(astana, 'web-maps', `${request.params.key.replace(/[^a-z0-9-]/g, '')}.json`),
      'utf8',
    );
    return JSON.parse(fillIn(text)) as object;
  });
  await app.listen({ port, host: '127.0.0.1' });
  return app;

  /** Draws the hosted layers from their files: the picture is the same, without a database. */
  function fillIn(text: string): string {
    const address = `http://127.0.0.1:${port}`;
    return text
      .replaceAll('"layerType": "ArcGISFeatureLayer"', '"layerType": "GeoJSON"')
      .replace(
        /"itemId": "\{\{item:([\w-]+)\}\}",\s+"url": "[^"]+"/g,
        (_, key: string) => `"url": "${address}/layers/${key}"`,
      )
      .replaceAll('{{server}}', `${address}/server`);
  }
}
