import { sql } from 'kysely';
import { connectDatabase } from '../../server/platform/database/connect.ts';
import { createHttpApp } from '../../server/platform/http/app.ts';
import { featureServiceRoutes } from '../../server/gis/service-routes/feature-service-routes.ts';

/**
 * A program for tests that kill it: feature services of one database that anyone may edit. Prints its
 * address.
 */
const app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://127.0.0.1' });
await app.register(featureServiceRoutes, {
  publicUrl: 'http://127.0.0.1',
  database: connectDatabase(process.argv[2] ?? ''),
  access: async () => ({ mayRead: true, mayEdit: true, caller: null }),
  readable: async () => sql<boolean>`true`,
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
