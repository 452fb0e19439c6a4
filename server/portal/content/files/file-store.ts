import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import {
  type GivenBytes,
  joinParts,
  readInParts,
  storedBytes,
  unlessLarge,
} from '../../../platform/database/large-bytes-store.ts';
import type { PortalTables } from '../../../platform/database/tables/portal.ts';

export type FileRow = Selectable<PortalTables['portal_file']>;
export type FileOwner = Pick<FileRow, 'owner_kind' | 'owner_id'>;

/** A file to store. */
export type NewFile = Omit<FileRow, 'private' | 'digest' | 'bytes'> & {
  bytes: GivenBytes;
  private?: boolean | undefined;
};

/** A stored file; a large one is read in parts (`readFileParts`). */
export type FoundFile = Pick<FileRow, 'path' | 'content_type' | 'private' | 'digest'> & {
  owner: FileOwner;
  size: number;
  /** Null for a large file. */
  bytes: Uint8Array | null;
};

export async function findFile(
  database: Database,
  owner: FileOwner,
  path: string,
): Promise<FoundFile | undefined> {
  const row = await atPath(database, owner, path)
    .select(['path', 'content_type', 'private', 'digest'])
    .select([sql<number>`octet_length(bytes)`.as('size'), unlessLarge('bytes').as('bytes')])
    .executeTakeFirst();
  return row && { ...row, owner };
}

/** @throws Error when the file is replaced or deleted meanwhile */
export function readFileParts(database: Database, file: FoundFile): AsyncGenerator<Uint8Array> {
  return readInParts('bytes', file.size, (part) =>
    atPath(database, file.owner, file.path)
      .select(part.as('part'))
      .where('digest', '=', file.digest)
      .executeTakeFirst(),
  );
}

/** All bytes in memory: for a caller that has checked the size. */
export async function readFileBytes(database: Database, file: FoundFile): Promise<Uint8Array> {
  return file.bytes ?? joinParts(readFileParts(database, file));
}

function atPath(database: Database, { owner_kind, owner_id }: FileOwner, path: string) {
  return database
    .selectFrom('portal_file')
    .where('owner_kind', '=', owner_kind)
    .where('owner_id', '=', owner_id)
    .where('path', '=', path);
}

/** Writes a file, replacing one with the same path, which stays private unless `private` is given. */
export async function saveFile(database: Database, file: NewFile): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const bytes = await storedBytes(transaction, file.bytes);
    await replaceFile(transaction, { ...file, bytes });
  });
}

async function replaceFile(
  transaction: Database,
  file: Omit<NewFile, 'bytes'> & { bytes: RawBuilder<Uint8Array> },
): Promise<void> {
  await transaction
    .insertInto('portal_file')
    .values(file)
    .onConflict((conflict) =>
      conflict.columns(['owner_kind', 'owner_id', 'path']).doUpdateSet((eb) => ({
        content_type: eb.ref('excluded.content_type'),
        bytes: eb.ref('excluded.bytes'),
        ...(file.private !== undefined && { private: file.private }),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute();
}

/** The only thumbnail of an item, group or user: a new one replaces it, also one of the same name that was stored meanwhile. */
export async function replaceThumbnail(database: Database, file: NewFile): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await transaction
      .deleteFrom('portal_file')
      .where('owner_kind', '=', file.owner_kind)
      .where('owner_id', '=', file.owner_id)
      .where('path', 'like', 'thumbnail/%')
      .where('path', '<>', file.path)
      .execute();
    await saveFile(transaction, file);
  });
}

/** @returns the number deleted */
export async function deleteFiles(database: Database, owner: FileOwner, path?: string): Promise<number> {
  let query = database
    .deleteFrom('portal_file')
    .where('owner_kind', '=', owner.owner_kind)
    .where('owner_id', '=', owner.owner_id);
  if (path !== undefined) query = query.where('path', '=', path);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The number of files of an owner. */
export async function countFiles(database: Database, owner: FileOwner): Promise<number> {
  const { count } = await database
    .selectFrom('portal_file')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('owner_kind', '=', owner.owner_kind)
    .where('owner_id', '=', owner.owner_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function copyFiles(
  database: Database,
  kind: FileRow['owner_kind'],
  fromId: string,
  toId: string,
  which: 'all' | 'not private',
): Promise<void> {
  await database
    .insertInto('portal_file')
    .columns(['owner_kind', 'owner_id', 'path', 'content_type', 'bytes', 'private', 'created_at'])
    .expression((eb) => {
      const files = eb
        .selectFrom('portal_file')
        .select([
          'owner_kind',
          eb.val(toId).as('owner_id'),
          'path',
          'content_type',
          'bytes',
          'private',
          'created_at',
        ])
        .where('owner_kind', '=', kind)
        .where('owner_id', '=', fromId);
      return which === 'all' ? files : files.where('private', '=', false);
    })
    .execute();
}
