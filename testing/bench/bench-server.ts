import { sql } from 'kysely';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase, type Database } from '../../server/platform/database/connect.ts';
import { startEmbeddedDatabase } from '../../server/platform/database/embedded/start.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { createHttpApp } from '../../server/platform/http/app.ts';
import type { ServiceRights } from '../../server/gis/feature-server/context.ts';
import { featureServiceRoutes } from '../../server/gis/service-routes/feature-service-routes.ts';
import { vectorTileRoutes } from '../../server/gis/service-routes/vector-tile-routes.ts';

/** A server of its own with services `Bench…`. */
export interface BenchServer {
  database: Database;
  /** Address of the services. */
  root: string;
}

/** Starts a server, runs the function with it and removes it. */
export async function withServer(
  work: (server: BenchServer) => Promise<void>,
  rights: ServiceRights = { mayRead: true, mayEdit: false, caller: null },
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-bench-'));
  // The account of the database must be able to enter the folder.
  await chmod(folder, 0o755);
  const server = await startEmbeddedDatabase(folder);
  const database = connectDatabase(server.url);
  const reader = connectDatabase(server.url, { readOnly: true });
  const app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://127.0.0.1' });
  try {
    await migrate(database);
    const access = async () => rights;
    await app.register(featureServiceRoutes, {
      database,
      databaseUrl: server.url,
      publicUrl: 'http://127.0.0.1',
      reader,
      access,
      readable: async () => sql<boolean>`true`,
    });
    await app.register(
      vectorTileRoutes({ services: [], hosted: { database: reader, databaseUrl: server.url, access } }),
    );
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    await work({ database, root: `${origin}/server/rest/services` });
  } finally {
    await app.close();
    await Promise.all([database.destroy(), reader.destroy()]);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
