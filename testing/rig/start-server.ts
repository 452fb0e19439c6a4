import type { Database } from '../../server/database/connect.ts';
import { type ServerOptions, startServer } from '../../server/start-server.ts';
import { freePort } from './free-port.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestServer {
  /** Origin of the server, such as http://127.0.0.1:40213. */
  url: string;
  database: Database;
  stop(): Promise<void>;
}

/** A real server on a free port with a database of its own, without demo content unless asked for. */
export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const { url: databaseUrl, database, drop } = await createTestDatabase();
  const port = await freePort();
  const server = await startServer({
    port,
    host: '127.0.0.1',
    databaseUrl,
    publicUrl: `http://127.0.0.1:${port}`,
    logLevel: 'silent',
    // Tests change configs behind the server's back.
    configAgeMilliseconds: 0,
    webFolder: undefined,
    // The portals and vendors of tests are on this computer.
    reachLocal: true,
    ...options,
  });
  return {
    url: server.url,
    database,
    async stop() {
      await server.close();
      await drop();
    },
  };
}
