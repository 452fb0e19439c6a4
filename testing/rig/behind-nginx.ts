import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Nginx, startNginx } from './debian/nginx.ts';
import { freePort } from './free-port.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { startDatabase } from './start-database.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** Processes of the product as in production: behind Debian's nginx with TLS, on one database in Debian's PostgreSQL. */
export interface Installation {
  nginx: Nginx;
  database: TestDatabase['database'];
  databaseUrl: string;
  ports: number[];
  servers: ServerProcess[];
  /** Starts one more process. */
  start(port: number): Promise<ServerProcess>;
  stop(): Promise<void>;
}

/**
 * @param count number of processes, started together on an empty database
 * @returns the reason to skip the test where nginx or PostgreSQL is missing and cannot be installed
 */
export async function startBehindNginx(count: number): Promise<Installation | { missing: string }> {
  const given = process.env['TEST_DATABASE_URL'];
  const postgresql = given
    ? { url: inject('databaseServerUrl'), stop: async () => {} }
    : await startDatabase('debian');
  if ('missing' in postgresql) return postgresql;
  const rig = await createTestDatabase(postgresql.url, { empty: true });
  const ports: number[] = [];
  for (let index = 0; index < count; index++) ports.push(await freePort());
  const port = await freePort();
  const environment = {
    HOST: '127.0.0.1',
    DATABASE_URL: rig.url,
    PUBLIC_URL: `https://localhost:${port}`,
    TRUST_PROXY: 'loopback',
    SECRETS_KEY: randomBytes(32).toString('base64'),
  };
  const start = (at: number) => startServerProcess({ ...environment, PORT: String(at) });
  const servers = await Promise.all(ports.map(start));
  const nginx = await startNginx(ports, port);
  const stop = async () => {
    if (!('missing' in nginx)) await nginx.stop();
    await Promise.all(servers.map((server) => server.stop()));
    await rig.drop();
    await postgresql.stop();
  };
  if ('missing' in nginx) {
    await stop();
    return nginx;
  }
  return {
    nginx,
    database: rig.database,
    databaseUrl: rig.url,
    ports,
    servers,
    async start(at) {
      const server = await start(at);
      servers.push(server);
      return server;
    },
    stop,
  };
}
