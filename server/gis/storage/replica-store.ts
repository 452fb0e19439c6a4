import { type RawBuilder, type Selectable, sql, type SqlBool, type Transaction } from 'kysely';
import { limits } from '../../limits.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { deleteAllExpired, deleteSomeExpired } from '../../platform/database/expired-rows-store.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { exemptFromQuotas } from './archive-store.ts';
import { storedJson } from '../../platform/safety/stored-text.ts';

/** Offline copies of services: what each contains, and how far its client has come. */

/** A layer of a replica, and which of its features belong to it. */
export interface ReplicaLayer {
  id: number;
  /** The generation that the replica was created with. */
  serverGen: number;
  queryOption: 'useFilter' | 'all' | 'none';
  useGeometry: boolean;
  where: string | null;
  /** Identifies its fields and geometry: a client cannot store rows of other fields. */
  fingerprint: string;
}

export interface ReplicaDefinition {
  layers: ReplicaLayer[];
  /** Parameters of the geometry filter, as they were sent. */
  space: { geometry: string; inSR?: string; spatialRel?: string } | null;
  /** Spatial reference of the replica; null: that of each layer. */
  wkid: number | null;
  /** The direction in which changes of attachments are sent. */
  attachments: 'none' | 'upload' | 'bidirectional';
  attachmentsByUrl: boolean;
  /** The direction in which the replica is synchronized; absent: both. */
  direction?: 'upload' | 'download';
}

export interface LayerGeneration {
  id: number;
  serverGen: number;
}

/** An edit that was sent, by the digest of its content, with its result. */
export type SentEdit<Result> = [digest: string, result: Result];

/** The response of the last synchronization: changes of layers from a generation to another. */
export interface ReturnedChanges {
  job: string;
  layers: { id: number; from: number; to: number }[];
  /** Whether the request had edits, whose results are returned. */
  hasUpload: boolean;
  /** The generation of each layer that the client has afterwards. */
  generations: LayerGeneration[];
}

export interface Replica {
  id: string;
  owner: string;
  name: string;
  definition: ReplicaDefinition;
  generations: LayerGeneration[];
  uploaded: unknown;
  returned: ReturnedChanges | null;
  createdAt: number;
  /** Null: never synchronized. */
  syncedAt: number | null;
  usedAt: number;
  closedAt: number | null;
}

const day = 86_400_000;

/** Replicas that are neither closed nor forgotten. */
function alive(now: number): RawBuilder<SqlBool> {
  return sql`closed_at is null and used_at > ${now - limits.replicaDays * day}`;
}

/** Deletes replicas that have expired, or were closed a day ago: all of them, or some of a service. */
export async function deleteExpiredReplicas(
  database: Database,
  now: number,
  serviceId?: number,
): Promise<void> {
  const expired = sql`(closed_at < ${now - day} or used_at <= ${now - limits.replicaDays * day})`;
  if (serviceId === undefined) await deleteAllExpired(database, 'hosted_replica', expired);
  else await deleteSomeExpired(database, 'hosted_replica', sql`service_id = ${serviceId} and ${expired}`);
}

/** How many replicas there are beside a new one. */
export interface ReplicaCounts {
  /** Of its owner, of the same service. */
  ofOwner: number;
  /** Of its owner, of all services: closed ones take room for a day, too. */
  ofOwnerInAll: number;
  ofService: number;
}

export async function countReplicas(
  database: Database,
  { serviceId, owner }: { serviceId: number; owner: string },
  now: number,
): Promise<ReplicaCounts> {
  const { rows } = await sql<ReplicaCounts>`select count(*)::int as "ofService",
      (count(*) filter (where owner = ${owner}))::int as "ofOwner",
      (select count(*)::int from hosted_replica where owner = ${owner}) as "ofOwnerInAll"
    from hosted_replica where service_id = ${serviceId} and ${alive(now)}`.execute(database);
  return rows[0] ?? { ofOwner: 0, ofOwnerInAll: 0, ofService: 0 };
}

/**
 * Registers a replica.
 * @param check throws when there are too many already
 */
export async function addReplica(
  database: Database,
  serviceId: number,
  { id, owner, name, definition }: Pick<Replica, 'id' | 'owner' | 'name' | 'definition'>,
  now: number,
  check: (counts: ReplicaCounts) => void,
): Promise<Replica> {
  const generations = definition.layers.map(({ id, serverGen }) => ({ id, serverGen }));
  await inTransaction(database, async (transaction) => {
    // One at a time for each service and for each owner, so that the numbers of replicas stay within their limits.
    await sql`select pg_advisory_xact_lock(${replicaLock}, ${serviceId})`.execute(transaction);
    await sql`select pg_advisory_xact_lock(${replicaOwnerLock}, hashtext(${owner}))`.execute(transaction);
    await deleteExpiredReplicas(transaction, now, serviceId);
    check(await countReplicas(transaction, { serviceId, owner }, now));
    await sql`insert into hosted_replica (id, service_id, owner, name, definition, generations, created_at, used_at)
      values (${id}, ${serviceId}, ${owner}, ${name}, ${storedJson(definition)}, ${storedJson(generations)},
        ${now}, ${now})`.execute(transaction);
  });
  return {
    id,
    owner,
    name,
    definition,
    generations,
    uploaded: null,
    returned: null,
    createdAt: now,
    syncedAt: null,
    usedAt: now,
    closedAt: null,
  };
}

/** Distinguish these advisory locks from others of the program. */
const replicaLock = 1_380_272_961;
const replicaOwnerLock = 1_380_272_962;

type Row = Selectable<Tables['hosted_replica']>;

function replicaOf(row: Row): Replica {
  return {
    id: row.id,
    owner: row.owner,
    name: row.name,
    definition: row.definition as ReplicaDefinition,
    generations: row.generations as LayerGeneration[],
    uploaded: row.uploaded,
    returned: row.returned as ReturnedChanges | null,
    createdAt: row.created_at,
    syncedAt: row.synced_at,
    usedAt: row.used_at,
    closedAt: row.closed_at,
  };
}

/** A replica without what it contains. */
export type ListedReplica = Omit<Replica, 'definition' | 'uploaded' | 'returned' | 'closedAt'>;

/** The replicas of a service: those of one owner, or all. */
export async function listReplicas(
  database: Database,
  serviceId: number,
  owner: string | undefined,
  now: number,
): Promise<ListedReplica[]> {
  const rows = await database
    .selectFrom('hosted_replica')
    .select(['id', 'owner', 'name', 'generations', 'created_at', 'synced_at', 'used_at'])
    .where('service_id', '=', serviceId)
    .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
    .where(alive(now))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    owner: row.owner,
    name: row.name,
    generations: row.generations as LayerGeneration[],
    createdAt: row.created_at,
    syncedAt: row.synced_at,
    usedAt: row.used_at,
  }));
}

/** A replica; undefined for an unknown one. One that its client closed is found for a day, because a response may be lost. */
export async function findReplica(
  database: Database,
  serviceId: number,
  id: string,
  now: number,
): Promise<Replica | undefined> {
  const row = await replicasInUse(database, serviceId, now).where('id', '=', id).executeTakeFirst();
  return row && replicaOf(row);
}

/** The replica that a job created or synchronized. */
export async function findReplicaOfJob(
  database: Database,
  serviceId: number,
  job: string,
  now: number,
): Promise<Replica | undefined> {
  const row = await replicasInUse(database, serviceId, now)
    .where(sql<SqlBool>`(id = cast(${job} as uuid) or returned ->> 'job' = ${job})`)
    .executeTakeFirst();
  return row && replicaOf(row);
}

/** The replicas of a service that have not expired. */
function replicasInUse(database: Database, serviceId: number, now: number) {
  return database
    .selectFrom('hosted_replica')
    .selectAll()
    .where('service_id', '=', serviceId)
    .where('used_at', '>', now - limits.replicaDays * day);
}

/** Locks a replica until the transaction ends; undefined when it was deleted meanwhile. */
export async function lockReplica(
  transaction: Transaction<Tables>,
  id: string,
): Promise<Replica | undefined> {
  const row = await transaction
    .selectFrom('hosted_replica')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && replicaOf(row);
}

/** Stores the edits of an upload with their results, in the transaction that applies them. */
export async function saveUpload(
  transaction: Transaction<Tables>,
  id: string,
  uploaded: object,
): Promise<void> {
  await exemptFromQuotas(transaction);
  await transaction
    .updateTable('hosted_replica')
    .set({ uploaded: storedJson(uploaded) })
    .where('id', '=', id)
    .execute();
}

/**
 * Stores that a client has named its generations, and what it gets.
 * @param updateUploaded returns the edits that the client has sent, after this request
 */
export async function saveSynchronization(
  database: Database,
  { id, generations }: Pick<Replica, 'id' | 'generations'>,
  returned: ReturnedChanges,
  {
    now,
    closes,
    updateUploaded,
  }: { now: number; closes: boolean; updateUploaded: (uploaded: unknown) => object },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const replica = await lockReplica(transaction, id);
    // The replica was deleted in the meantime; the edits stay stored.
    if (!replica) return;
    await exemptFromQuotas(transaction);
    await transaction
      .updateTable('hosted_replica')
      .set({
        generations: storedJson(generations),
        uploaded: storedJson(updateUploaded(replica.uploaded)),
        returned: storedJson(returned),
        synced_at: now,
        used_at: now,
        ...(closes && { closed_at: now }),
      })
      .where('id', '=', id)
      .execute();
  });
}

/** Deletes a replica. In the transaction of its line in the audit log. */
export async function deleteReplica(transaction: Database, id: string): Promise<void> {
  await transaction.deleteFrom('hosted_replica').where('id', '=', id).execute();
}
