import { randomBytes } from 'node:crypto';
import type { Database } from '../../../server/platform/database/connect.ts';
import { createGroup } from '../../../server/portal/community/create-group.ts';
import { freePort } from '../../rig/free-port.ts';
import { createPortalClient } from '../../rig/portal-client.ts';
import { type ServerProcess, startServerProcess } from '../../rig/server-process.ts';
import { createTestDatabase } from '../../rig/test-database.ts';
import { fillOrganisations } from './fill-organisations.ts';

/** Processes of the product on one database with organisations in it. */
export interface Installation {
  database: Database;
  /** Addresses of the processes. */
  origins: string[];
  /** Token of an administrator of every organisation. */
  token: string;
  stop(): Promise<void>;
}

/** @param postgresql server in which a database is created */
export async function startInstallation(
  postgresql: string,
  { organisations, processes }: { organisations: number; processes: number },
): Promise<Installation> {
  const rig = await createTestDatabase(postgresql);
  const servers: ServerProcess[] = [];
  const origins: string[] = [];
  const environment = {
    HOST: '127.0.0.1',
    DATABASE_URL: rig.url,
    PUBLIC_URL: 'https://maps.example.org',
    // Each call claims an address of its own: limits by address are not measured.
    TRUST_PROXY: 'loopback',
    SECRETS_KEY: randomBytes(32).toString('base64'),
  };
  for (let count = 0; count < processes; count++) {
    const port = await freePort();
    servers.push(await startServerProcess({ ...environment, PORT: String(port) }));
    origins.push(`http://127.0.0.1:${port}`);
  }
  const client = await createPortalClient({
    url: origins[0] ?? '',
    database: rig.database,
  });
  await client.addUser('ada', { role: 'org_admin' });
  const adminGroupId = await createGroup(client.context, { title: 'A', owner: 'ada', access: 'private' });
  await fillOrganisations(rig.database, organisations, { portal: { url: '/portal', adminGroupId } });
  return {
    database: rig.database,
    origins,
    token: await client.token('ada'),
    async stop() {
      for (const server of servers) await server.kill();
      await rig.drop();
    },
  };
}
