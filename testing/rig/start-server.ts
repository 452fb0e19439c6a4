import { connectDatabase, type Database } from '../../server/platform/database/connect.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../server/start-server.ts';
import { MappingError } from '../../wire/errors.ts';
import { freePort } from './free-port.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface TestServer {
  /** Origin of the server, such as http://127.0.0.1:40213. */
  url: string;
  databaseUrl: string;
  database: Database;
  /** Adds the views counted since the last sweep to `numViews`. */
  storeViews(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A real server on a free port with its own database, without demo content by default. With `databaseUrl`: an
 * additional server on that database.
 */
export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const given = options.databaseUrl;
  const { url: databaseUrl, database, drop } = given ? shared(given) : await createTestDatabase();
  const server = await startOnFreePort({
    host: '127.0.0.1',
    databaseUrl,
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
    storeViews: () => server.portal.views.store(database),
    async stop() {
      await server.close();
      await drop();
    },
  };
}

type Address = 'port' | 'publicUrl';

/**
 * Starts take seconds, in which another process may take the port: five attempts, each on another port.
 * @throws MappingError `http:port-in-use`
 */
async function startOnFreePort(
  options: Omit<ServerOptions, Address> & Partial<Pick<ServerOptions, Address>>,
  attempts = 5,
): Promise<RunningServer> {
  const port = await freePort();
  try {
    return await startServer({ port, publicUrl: `http://127.0.0.1:${port}`, ...options });
  } catch (error) {
    const taken = error instanceof MappingError && error.id === 'http:port-in-use';
    if (!taken || options.port !== undefined || attempts === 1) throw error;
    return startOnFreePort(options, attempts - 1);
  }
}

/** The database of another server, which drops it. */
function shared(url: string): TestDatabase {
  const database = connectDatabase(url);
  return { url, database, drop: () => database.destroy() };
}
