import { sql } from 'kysely';
import { MappingError } from '../../../wire/errors.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { installationOrgId } from '../../platform/database/migrate.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { Place, TileSet } from '../tile-archive/tile-set.ts';
import { exists, isTaken } from './load-store.ts';
import type { ServiceShape } from './service-input.ts';
import { storedJson } from '../../platform/safety/stored-text.ts';

/** The bytes of a published archive, in parts of equal length; the last may be shorter. */
export interface StoredArchive {
  version: string;
  partBytes: number;
}

/** The tiles of a service. */
export interface ServiceTiles extends StoredArchive {
  tileSet: TileSet;
}

export interface TilesOptions {
  /** The version of the file's bytes, from which the tile set was read. */
  version: string;
  tileSet: TileSet;
  now: number;
  signal: AbortSignal;
  /** Additional work in the same transaction. */
  finish: (transaction: Database) => Promise<void>;
}

/**
 * Creates a service of tiles, or gives the one of this name other tiles, in one transaction. The bytes are not copied.
 * @throws MappingError `services:service-exists` (409), `services:file-changed` (400) when the file was replaced since it was read
 */
export async function saveTiles(
  database: Database,
  shape: ServiceShape,
  { version, tileSet, now, signal, finish }: TilesOptions,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const file = await lockFile(transaction, version);
    const serviceId = await saveService(transaction, shape, now);
    await transaction
      .insertInto('hosted_tiles')
      .values({ service_id: serviceId, version, ...file, definition: storedJson(tileSet) })
      .execute();
    await finish(transaction);
    signal.throwIfAborted();
  }).catch((error: unknown) => {
    throw isTaken(error) ? exists(shape.serviceName) : error;
  });
}

/** Deleting the file's item waits for this lock, and then sees that the service uses its bytes. */
async function lockFile(
  transaction: Database,
  version: string,
): Promise<{ bytes: number; part_bytes: number }> {
  await transaction
    .selectFrom('portal_data_version')
    .select('version')
    .where('version', '=', version)
    .where('encoding', '=', 'identity')
    .forKeyShare()
    .executeTakeFirst();
  const size = await transaction
    .selectFrom('portal_item_data_part')
    .select([
      sql<number>`sum(octet_length(bytes))::float8`.as('bytes'),
      sql<number>`max(octet_length(bytes)) filter (where part = 0)`.as('part_bytes'),
    ])
    .where('version', '=', version)
    .where('encoding', '=', 'identity')
    .executeTakeFirstOrThrow();
  if (size.part_bytes === null)
    throw new MappingError('services:file-changed', 'The file was replaced meanwhile. Publish it again.', {
      status: 400,
    });
  return size;
}

async function saveService(transaction: Database, shape: ServiceShape, now: number): Promise<number> {
  const { orgId = installationOrgId, serviceName, itemId = null, description = '', copyright = '' } = shape;
  const texts = { description, copyright, modified_at: now };
  const old = await transaction
    .selectFrom('hosted_service')
    .select(['id', 'is_tiles'])
    .where('org_id', '=', orgId)
    .where((where) => where(where.fn<string>('lower', ['name']), '=', serviceName.toLowerCase()))
    .forUpdate()
    .executeTakeFirst();
  if (old) {
    if (!shape.replace || !old.is_tiles) throw exists(serviceName);
    await transaction.deleteFrom('hosted_tiles').where('service_id', '=', old.id).execute();
    await transaction.updateTable('hosted_service').set(texts).where('id', '=', old.id).execute();
    return old.id;
  }
  const { id } = await transaction
    .insertInto('hosted_service')
    .values({
      ...texts,
      org_id: orgId,
      name: serviceName,
      item_id: itemId,
      capabilities: 'Query',
      is_tiles: true,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The archive of a service; undefined when it was deleted meanwhile. */
export async function findArchive(database: Database, serviceId: number): Promise<StoredArchive | undefined> {
  return database
    .selectFrom('hosted_tiles')
    .select(['version', 'part_bytes as partBytes'])
    .where('service_id', '=', serviceId)
    .modifyEnd(prepared)
    .executeTakeFirst();
}

/** The same with its description, which may be large. */
export async function findTiles(database: Database, serviceId: number): Promise<ServiceTiles | undefined> {
  const row = await database
    .selectFrom('hosted_tiles')
    .select(['version', 'part_bytes', 'definition'])
    .where('service_id', '=', serviceId)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return (
    row && { version: row.version, partBytes: row.part_bytes, tileSet: row.definition as unknown as TileSet }
  );
}

/**
 * Reads a range of an archive, without the rest of its parts.
 * @throws MappingError `services:tiles-replaced` (503) when the archive was replaced or deleted meanwhile
 */
export async function readArchive(
  database: Database,
  { version, partBytes }: StoredArchive,
  { offset, length }: Place,
): Promise<Buffer> {
  const [first, last] = [Math.floor(offset / partBytes), Math.floor((offset + length - 1) / partBytes)];
  const from = offset - first * partBytes;
  // Ranges are shorter than parts, so that one touches two of them at most.
  const rows = await database
    .selectFrom('portal_item_data_part')
    .select(
      sql<Buffer>`substring(bytes from case when part = ${first}::integer then ${from + 1}::integer else 1 end
        for case when part = ${first}::integer then ${Math.min(length, partBytes - from)}::integer
          else ${from + length - partBytes}::integer end)`.as('bytes'),
    )
    .where('version', '=', version)
    .where('encoding', '=', 'identity')
    .where('part', '>=', first)
    .where('part', '<=', last)
    .orderBy('part')
    .modifyEnd(prepared)
    .execute();
  const bytes = Buffer.concat(rows.map((row) => row.bytes)).subarray(0, length);
  if (bytes.length === length) return bytes;
  throw new MappingError('services:tiles-replaced', 'The tiles were replaced meanwhile. Try again.', {
    status: 503,
    retryAfterSeconds: 1,
  });
}
