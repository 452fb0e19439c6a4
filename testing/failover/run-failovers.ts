import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectDatabase } from '../../server/platform/database/connect.ts';
import { createTown } from '../kills/installation.ts';
import { findHalves } from '../kills/verify.ts';
import { createWriters } from '../kills/writers.ts';
import { findLost, startWriting } from '../kills/writing.ts';
import { freePort } from '../rig/free-port.ts';
import { startServerProcess } from '../rig/server-process.ts';
import { Cluster, type Node } from './cluster.ts';
import { startReading } from './reading.ts';

/**
 * What happens to the primary: its PostgreSQL is killed, the whole node is, it is cut off from the others, its disk is
 * full.
 */
export const faults = ['postgresql', 'node', 'network', 'disk'] as const;
export type Fault = (typeof faults)[number];

export interface FailoverReport {
  /** From each fault to the first acknowledged write that started after it, and until writes of every kind were. */
  recoveries: { fault: Fault; milliseconds: number; everyKind: number; movedFrom: string; to: string }[];
  acknowledged: Record<string, number>;
  lost: string[];
  halves: string[];
  /** Reads by what was read: how many, how many failed, and the longest time without one. */
  reads: Record<string, { total: number; failed: number; longestGap: number }>;
}

/** Takes the primary away this many times under writers of every kind, and verifies what was lost. */
export async function runFailovers(
  count: number,
  inTurn: readonly Fault[],
  notify: (line: string) => void = () => {},
): Promise<FailoverReport> {
  const cluster = await Cluster.start();
  const stops: (() => Promise<unknown>)[] = [];
  try {
    notify('three nodes started');
    const { url, client, primaryUrl } = await startProcesses(cluster, stops);
    await cluster.complete();
    notify('two processes of Mapping started');
    const withDatabase = async <Result>(
      work: (database: ReturnType<typeof connectDatabase>) => Promise<Result>,
    ) => {
      const database = connectDatabase(primaryUrl);
      try {
        return await work(database);
      } finally {
        await database.destroy();
      }
    };
    const writing = startWriting(await createWriters({ url, client }));
    const reading = await startReading(url, client);
    const recoveries: FailoverReport['recoveries'] = [];
    try {
      await writing.everyKindGoesOn();
      for (let number = 0; number < count; number += 1) {
        const fault = inTurn[number % inTurn.length] ?? 'node';
        const primary = await waitForPrimary(cluster);
        const begun = Date.now();
        const mend = await strike(primary, fault);
        await writing.goesOn();
        const milliseconds = Date.now() - begun;
        const last = await writing.everyKindGoesOn();
        const everyKind = Date.now() - begun;
        await mend();
        await cluster.complete();
        const to = (await waitForPrimary(cluster)).name;
        recoveries.push({ fault, milliseconds, everyKind, movedFrom: primary.name, to });
        notify(
          `${number + 1} of ${count}: ${fault} of ${primary.name}, writes again after ${milliseconds} ms, of every kind after ${everyKind} ms (${last} last), now ${to}`,
        );
      }
      await writing.everyKindGoesOn();
    } finally {
      await writing.stop();
      await reading.stop();
    }
    return {
      recoveries,
      acknowledged: Object.fromEntries([...writing.acknowledged].map(([kind, list]) => [kind, list.length])),
      lost: await findLost([...writing.acknowledged.values()].flat()),
      halves: await withDatabase(findHalves),
      reads: reading.report(),
    };
  } catch (error) {
    throw new Error(`${String(error)}\n${await cluster.logs()}`, { cause: error });
  } finally {
    for (const stop of stops.toReversed()) await stop();
    await cluster.remove();
  }
}

/** Two processes behind HAProxy, with an organisation `town` and its administrator ada. */
async function startProcesses(cluster: Cluster, stops: (() => Promise<unknown>)[]) {
  const ports = [await freePort(), await freePort()];
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const primary = await cluster.serve(ports, port);
  const SECRETS_KEY = randomBytes(32).toString('base64');
  for (const each of ports) {
    const dataDir = path.join(cluster.folder, `process-${each}`);
    await mkdir(dataDir);
    const server = await startServerProcess({
      PORT: String(each),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      SECRETS_KEY,
      TRUST_PROXY: 'loopback',
      DATABASE_URL: primary,
      DATABASE_READ_URL: primary.replace(':5000/', ':5001/'),
    });
    stops.push(() => server.stop());
  }
  const database = connectDatabase(primary);
  const client = await createTown(url, database);
  await database.destroy();
  return { url, client, primaryUrl: primary };
}

/** @returns a function that ends the fault */
async function strike(node: Node, fault: Fault): Promise<() => Promise<void>> {
  switch (fault) {
    case 'postgresql':
      await node.killPostgresql();
      return async () => {};
    case 'node':
      await node.killAll();
      return async () => node.start();
    case 'network':
      await node.setLink('down');
      return () => node.setLink('up');
    case 'disk':
      await node.fillDisk();
      return () => node.clearDisk();
  }
}

async function waitForPrimary(cluster: Cluster): Promise<Node> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(500)) {
    const primary = await cluster.primary();
    if (primary) return primary;
  }
  throw new Error('The cluster has no primary.');
}
