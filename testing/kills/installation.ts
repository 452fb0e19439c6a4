import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { connectDatabase, type Database } from '../../server/platform/database/connect.ts';
import { locateCluster } from '../../server/platform/database/embedded/cluster.ts';
import { stopPostmaster } from '../../server/platform/database/embedded/postmaster.ts';
import { processesOf } from '../../server/platform/database/embedded/processes.ts';
import { runningEmbeddedDatabase } from '../../server/platform/database/embedded/start.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { findAccount } from '../../server/portal/identity/account-store.ts';
import { nameOrganisation } from '../../server/portal/organisation/portal-organisation-store.ts';
import { changeQuotas } from '../../server/portal/quotas/quota-store.ts';
import { createGroup } from '../../server/portal/community/create-group.ts';
import { makeDataFolder } from '../rig/data-folder.ts';
import { freePort } from '../rig/free-port.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { type ServerProcess, startServerProcess } from '../rig/server-process.ts';

/**
 * The victim: the server, the main process of its database, one of the database's other processes, or server
 * and database.
 */
export const victims = ['server', 'database', 'backend', 'both'] as const;
export type Victim = (typeof victims)[number];

/** The program with its embedded database, as run by an operator, to be killed. */
export interface Installation {
  url: string;
  client: PortalClient;
  /** @param pick chooses one of this many */
  kill(victim: Victim, pick: (count: number) => number): Promise<void>;
  /** The database of the running server, while the work runs. */
  withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  output(): string;
  /** The process that runs now. */
  server(): ServerProcess;
  /** The folder of its temporary files. */
  temporary: string;
  remove(): Promise<void>;
}

/**
 * Has an organisation `town` with the administrator ada.
 * @param program that starts the server, in place of its own
 */
export async function install(program?: string): Promise<Installation> {
  const dataDir = makeDataFolder('mapping-kills-');
  const temporary = path.join(dataDir, 'temporary');
  await mkdir(temporary);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    TMPDIR: temporary,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    TRUST_PROXY: 'loopback',
  };
  let server: ServerProcess = await startServerProcess(environment, program);
  const cluster = await locateCluster(dataDir);
  const databaseUrl = async () => (await runningEmbeddedDatabase(dataDir)) ?? '';
  const withDatabase: Installation['withDatabase'] = async (work) => {
    const database = connectDatabase(await databaseUrl());
    try {
      return await work(database);
    } finally {
      await database.destroy();
    }
  };
  const database = connectDatabase(await databaseUrl());
  const client = await createTown(url, database);
  await database.destroy();

  const killPostmaster = async () => {
    const file = await readFile(path.join(cluster.folder, 'postmaster.pid'), 'utf8').catch(() => '');
    kill(Number(file.split('\n')[0]));
  };
  return {
    url,
    client,
    withDatabase,
    output: () => server.output(),
    server: () => server,
    temporary,
    async kill(victim, pick) {
      if (victim === 'backend') {
        const processes = (await processesOf(cluster)) ?? [];
        kill(processes[pick(processes.length)] ?? 0);
        return;
      }
      if (victim === 'database') return killPostmaster();
      await Promise.all([server.kill(), victim === 'both' && killPostmaster()]);
      server = await startServerProcess(environment, program);
    },
    async remove() {
      // An orderly shutdown would first wait for a proxy that does not exist.
      await server.kill();
      await stopPostmaster(cluster);
      await rm(dataDir, { recursive: true });
    },
  };
}

function kill(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

/** Makes an organisation `town` with the administrator ada. */
export async function createTown(url: string, database: Database): Promise<PortalClient> {
  const client = await createPortalClient({ url, database });
  await client.addUser('ada', { role: 'org_admin' });
  const { orgId } = (await findAccount(database, 'ada')) ?? { orgId: '' };
  // Hundreds of kills leave time for more writes than one user usually may make.
  await changeQuotas(database, orgId, {
    person_items: 1_000_000,
    person_shared_maps: 1_000_000,
    person_upload_seconds: 1_000_000,
  });
  // Its quotas are those of the organisation.
  await nameOrganisation(database, orgId, 'town');
  const group = { title: 'Admins', owner: 'ada', access: 'private' as const };
  const adminGroupId = await createGroup(client.context, group);
  await saveConfig(database, 'town', { title: 'Town', portal: { url: '/portal', adminGroupId } }, 'test');
  return client;
}
