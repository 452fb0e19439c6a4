import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { locateCluster } from '../../server/platform/database/embedded/cluster.ts';
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '../../server/platform/database/embedded/start.ts';
import { type RunningServer, startServer } from '../../server/start-server.ts';
import { makeDataFolder } from './data-folder.ts';
import { createPortalClient } from './portal-client.ts';

/** A server with its embedded database, which is killed while the server runs on. */
export interface SupervisedServer {
  dataDir: string;
  embedded: EmbeddedDatabase;
  server: RunningServer;
  /** What the supervisor has reported. */
  reports: string[];
  /** The status of `/health`. */
  health(): Promise<number>;
  /** Adds an item. @returns whether it was acknowledged; otherwise the response was 503 */
  save(): Promise<boolean>;
  /** Kills, and waits until saving works again. @returns how many acknowledged writes are lost */
  lostBy(kill: () => unknown): Promise<number>;
  stop(): Promise<void>;
}

/** The file in which PostgreSQL writes the id of its main process. */
export const postmasterFile = async (dataDir: string): Promise<string> =>
  path.join((await locateCluster(dataDir)).folder, 'postmaster.pid');

export const postmasterOf = async (dataDir: string): Promise<number> =>
  Number((await readFile(await postmasterFile(dataDir), 'utf8')).split('\n')[0]);

export async function startSupervisedServer(): Promise<SupervisedServer> {
  const dataDir = makeDataFolder('mapping-supervised-');
  const reports: string[] = [];
  const acknowledged: string[] = [];
  const embedded = await startEmbeddedDatabase(dataDir, (message) => void reports.push(message));
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    databaseUrl: embedded.url,
    publicUrl: 'http://127.0.0.1',
    logLevel: 'silent',
    webFolder: undefined,
  });
  const client = await createPortalClient({ url: server.url, database: server.database });
  await client.addUser('ada', { role: 'org_publisher' });
  const token = await client.token('ada');

  const health = async () => (await fetch(`${server.url}/health`)).status;
  const save = async () => {
    const title = `Map ${acknowledged.length}`;
    const answer = await client.call('/content/users/ada/addItem', {
      token,
      type: 'Web Map',
      title,
      text: '{}',
    });
    if (answer['success']) acknowledged.push(answer['id']);
    else if (answer['error'].code !== 503) throw new Error(JSON.stringify(answer));
    return answer['success'] === true;
  };
  return {
    dataDir,
    embedded,
    server,
    reports,
    health,
    save,
    async lostBy(kill) {
      await save();
      await kill();
      await vi.waitFor(async () => {
        expect(await save()).toBe(true);
        expect(await health()).toBe(200);
      });
      return vi.waitFor(async () => {
        const answers = await Promise.all(
          acknowledged.map((id) => client.call(`/content/items/${id}`, { token })),
        );
        // A connection that the kill has broken may be noticed only now.
        expect(answers.map((answer) => answer['error']?.code)).not.toContain(503);
        return answers.filter((answer) => answer['id'] === undefined).length;
      });
    },
    async stop() {
      await server.close();
      await embedded.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
