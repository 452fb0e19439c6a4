import { createServer } from 'node:net';
import type { Database } from '../../server/database/connect.ts';
import { type ServerOptions, startServer } from '../../server/start-server.ts';
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

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return port;
}
