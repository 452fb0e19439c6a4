import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase } from '../../server/platform/database/connect.ts';
import { createTown } from '../kills/installation.ts';
import { createWriters } from '../kills/writers.ts';
import { type Acknowledged, startWriting } from '../kills/writing.ts';
import { freePort } from './free-port.ts';
import type { PortalClient } from './portal-client.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** A process of the product with an organisation `town`, and people who write content of every kind. */
export interface Workplace {
  client: PortalClient;
  /** Starts to write. */
  write(): ReturnType<typeof startWriting>;
  addItem(title: string): Promise<Acknowledged>;
  /** A token of ada. */
  signIn(): Promise<string>;
  isSignedIn(token: string): Promise<boolean>;
  stopServer(): Promise<void>;
  /** Starts another process at the same address, with an empty folder. */
  startServer(databaseUrl: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startWorkplace(first: string): Promise<Workplace> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const folders: string[] = [];
  let server: ServerProcess;
  const startServer = async (databaseUrl: string) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'mapping-workplace-'));
    folders.push(dataDir);
    server = await startServerProcess({
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      SECRETS_KEY,
      DATABASE_URL: databaseUrl,
    });
  };
  await startServer(first);
  const database = connectDatabase(first);
  const client = await createTown(url, database);
  await database.destroy();
  const writers = await createWriters({ url, client });
  const stopServer = async () => {
    await server.stop();
  };
  return {
    client,
    write: () => startWriting(writers),
    signIn: () => client.token('ada'),
    async isSignedIn(token) {
      return (await client.call('/community/self', { token })).username === 'ada';
    },
    async addItem(title) {
      const token = await client.token('ada');
      const { id } = await client.call('/content/users/ada/addItem', { token, type: 'Web Map', title });
      return {
        what: title,
        isThere: async () => {
          const found = await client.call(`/content/items/${id}`, { token: await client.token('ada') });
          return found.title === title;
        },
      };
    },
    stopServer,
    startServer,
    async stop() {
      await stopServer();
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}
