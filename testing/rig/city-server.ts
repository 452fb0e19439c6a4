import { sql } from 'kysely';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase } from '../../server/platform/database/connect.ts';
import { startEmbeddedDatabase } from '../../server/platform/database/embedded/start.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { createHttpApp } from '../../server/platform/http/app.ts';
import { featureServiceRoutes } from '../../server/gis/service-routes/feature-service-routes.ts';
import { loadCity } from './city-service.ts';

/**
 * A server with a small city of known content, and no portal: prints its address and runs until its input
 * ends. A separate program, because the test runner is not the product's runtime.
 */
const folder = await mkdtemp(path.join(tmpdir(), 'mapping-city-'));
// The account of the database must be able to enter the folder.
await chmod(folder, 0o755);
const server = await startEmbeddedDatabase(folder);
const database = connectDatabase(server.url);
await migrate(database);
await loadCity(database);
const app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://127.0.0.1' });
const access = async () => ({ mayRead: true, mayEdit: false, caller: null });
await app.register(featureServiceRoutes, {
  database,
  publicUrl: 'http://127.0.0.1',
  reader: database,
  access,
  readable: async () => sql<boolean>`true`,
});
console.log(`${await app.listen({ port: 0, host: '127.0.0.1' })}/server/rest/services`);

// Ctrl-C ends the input as well, and then this program in order.
process.on('SIGINT', () => {});
process.stdin.resume();
process.stdin.once('end', async () => {
  await app.close();
  await database.destroy();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
});
