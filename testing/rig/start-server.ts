import { connectDatabase, type Database } from '../../server/platform/database/connect.ts';
import { type ServerOptions, startServer } from '../../server/start-server.ts';
import { freePort } from './free-port.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface TestServer {
  /** Origin of the server, such as http://127.0.0.1:40213. */
  url: string;
  databaseUrl: string;
  database: Database;
  stop(): Promise<void>;
}

/**
 * A real server on a free port with its own database, without demo content by default. With `databaseUrl`: an
 * additional server on that database.
 */
export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const given = options.databaseUrl;
  const { url: databaseUrl, database, drop } = given ? shared(given) : await createTestDatabase();
  const port = await freePort();
  const server = await startServer({
    port,
    host: '127.0.0.1',
    databaseUrl,
    publicUrl: `http://127.0.0.1:${port}`,
    // Started only with a built application.
    pages: { url: 'http://pages.test', port: 0 },
    logLevel: 'silent',
    // Tests change configs directly in the database.
    configAgeMilliseconds: 0,
    webFolder: undefined,
    drainSeconds: 0,
    // The portals and vendors of tests are on this computer.
    allowedPrivateHosts: true,
    ...options,
  });
  return {
    url: server.url,
    databaseUrl,
    database,
    async stop() {
      await server.close();
      await drop();
    },
  };
}

/** The database of another server, which drops it. */
function shared(url: string): TestDatabase {
  const database = connectDatabase(url);
  return { url, database, drop: () => database.destroy() };
}
