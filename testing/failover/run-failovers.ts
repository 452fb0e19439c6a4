import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectDatabase } from '../../server/platform/database/connect.ts';
import { createTown } from '../kills/installation.ts';
import { findHalves } from '../kills/verify.ts';
import { createWriters } from '../kills/writers.ts';
import { countByKind, findLost, startWriting } from '../kills/writing.ts';
import { freePort } from '../rig/free-port.ts';
import { startServerProcess } from '../rig/server-process.ts';
import { Cluster, type Node } from './cluster.ts';
import { type ReadsOfKind, startReading } from './reading.ts';

/**
 * What happens to the primary: its PostgreSQL is killed, the whole node is, it is cut off from the others, its disk is
 * full. Patroni starts a killed PostgreSQL again on the same node (`primary_start_timeout`): that is no failover.
 */
export const faults = ['postgresql-restart', 'node', 'network', 'disk'] as const;
export type Fault = (typeof faults)[number];

export interface FailoverReport {
  /** Also of faults that no other node took over after. */
  failovers: Failover[];
  acknowledged: Record<string, number>;
  lost: string[];
  halves: string[];
  /** Reads that failed, and how often. */
  failures: ReadonlyMap<string, number>;
}

export interface Failover {
  fault: Fault;
  /** The primary before and after it. */
  of: string;
  to: string;
  /** Milliseconds from the fault to the first acknowledged write of each kind that started after it. */
  writes: Record<string, number>;
  /** Until the cluster was complete again. */
  reads: Record<string, ReadsOfKind>;
}

/** Strikes the primary this many times under writers of every kind, and verifies what was lost. */
export async function runFailovers(
  count: number,
  inTurn: readonly Fault[],
  { hasReplica, notify }: { hasReplica: boolean; notify: (line: string) => void },
): Promise<FailoverReport> {
  const cluster = await Cluster.start();
  const stops: (() => Promise<unknown>)[] = [];
  try {
    notify('three nodes started');
    const { url, client, primaryUrl } = await startProcesses(cluster, hasReplica, stops);
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
    const failovers: Failover[] = [];
    try {
      await writing.everyKindGoesOn();
      for (let number = 0; number < count; number += 1) {
        const fault = inTurn[number % inTurn.length] ?? 'node';
        const primary = await waitForPrimary(cluster);
        reading.restart();
        const mend = await strike(primary, fault);
        const writes = await writing.everyKindGoesOn();
        await mend();
        await cluster.complete();
        const to = (await waitForPrimary(cluster)).name;
        const failover = { fault, of: primary.name, to, writes, reads: reading.report() };
        failovers.push(failover);
        notify(`${number + 1} of ${count}: ${summaryOf(failover)}`);
      }
      await writing.everyKindGoesOn();
    } finally {
      await writing.stop();
      await reading.stop();
    }
    return {
      failovers,
      acknowledged: countByKind(writing.acknowledged),
      lost: await findLost([...writing.acknowledged.values()].flat()),
      halves: await withDatabase(findHalves),
      failures: reading.failures,
    };
  } catch (error) {
    throw new Error(`${String(error)}\n${await cluster.logs()}`, { cause: error });
  } finally {
    for (const stop of stops.toReversed()) await stop();
    await cluster.remove();
  }
}

function summaryOf({ fault, of, to, writes, reads }: Failover): string {
  const [first] = Object.entries(writes).toSorted(([, a], [, b]) => a - b);
  const [last] = Object.entries(writes).toSorted(([, a], [, b]) => b - a);
  const [gap] = Object.entries(reads).toSorted(([, a], [, b]) => b.longestGap - a.longestGap);
  return [
    `${fault} of ${of}, ${of === to ? `still ${to}` : `now ${to}`}`,
    `writes again after ${first?.[1]} ms, of every kind after ${last?.[1]} ms (${last?.[0]})`,
    `longest time without a read ${gap?.[1].longestGap} ms (${gap?.[0]})`,
  ].join('; ');
}

/** Two processes behind HAProxy, with an organisation `town` and its administrator ada. */
async function startProcesses(cluster: Cluster, hasReplica: boolean, stops: (() => Promise<unknown>)[]) {
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
      ...(hasReplica && { DATABASE_READ_URL: primary.replace(':5000/', ':5001/') }),
    });
    stops.push(() => server.stop());
  }
  const database = connectDatabase(primary);
  const client = await createTown(url, database);
  // She reads: requests of one account, such as ada's writes, wait for each other.
  await client.addUser('grace', { role: 'org_publisher' });
  await database.destroy();
  return { url, client, primaryUrl: primary };
}

/** @returns a function that ends the fault */
async function strike(node: Node, fault: Fault): Promise<() => Promise<void>> {
  switch (fault) {
    case 'postgresql-restart':
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
