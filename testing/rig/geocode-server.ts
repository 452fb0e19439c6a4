import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Database } from '../../server/platform/database/connect.ts';
import { createHttpApp } from '../../server/platform/http/app.ts';
import { loadGazetteer, readGazetteerFile } from '../../server/gis/geocode/gazetteer/load-gazetteer-file.ts';
import type { Place } from '../../server/gis/geocode/place.ts';
import { geocodeRoutes } from '../../server/gis/geocode/routes.ts';
import { createTestDatabase } from './test-database.ts';

export interface GeocodeTestServer {
  /** Address of the service, `…/GeocodeServer`. */
  url: string;
  database: Database;
  stop(): Promise<void>;
}

/** The geocoding service by itself, on a free port with its own empty database. */
export async function startGeocodeServer(): Promise<GeocodeTestServer> {
  const { database, drop } = await createTestDatabase();
  const app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://127.0.0.1' });
  await app.register(geocodeRoutes, { database, name: 'Places' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/server/rest/services/Places/GeocodeServer`,
    database,
    async stop() {
      await app.close();
      await drop();
    },
  };
}

/** Loads all of the demo city, and of the world the countries and the largest cities. */
export async function loadExamples(database: Database): Promise<void> {
  const folder = path.join(import.meta.dirname, '../../examples');
  const astana = await readGazetteerFile(path.join(folder, 'astana/gazetteer.ndjson.gz'));
  await loadGazetteer(database, astana.places, astana);
  const world = await readGazetteerFile(path.join(folder, 'world/gazetteer.ndjson.gz'));
  await loadGazetteer(database, first(world.places, 2_500), world);
}

async function* first(places: AsyncIterable<Place>, count: number): AsyncGenerator<Place> {
  let given = 0;
  for await (const place of places) {
    yield place;
    if (++given === count) return;
  }
}
