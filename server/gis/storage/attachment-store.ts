import { randomUUID } from 'node:crypto';
import { type RawBuilder, type Selectable, sql, type SqlBool, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import {
  type GivenBytes,
  readInParts,
  sizeOf,
  storedBytes,
  unlessLarge,
} from '../../platform/database/large-bytes-store.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { type HostedLayer, storedAt } from '../layer/layer.ts';
import type { CompiledCondition } from '../where/where-condition.ts';
import { createdBy, type FeatureKey, keyCondition } from './edit-store.ts';
import { readRows, type RowLimit } from './feature-rows-store.ts';
import { asCompilable, sortBy, type SortTerm, tableOf } from './feature-store.ts';

/** Information about an attachment without its bytes. */
export interface AttachmentInfo {
  id: number;
  globalId: string;
  parentObjectId: number;
  name: string;
  contentType: string;
  size: number;
  keywords: string;
}

interface AttachmentInput {
  /** A given GlobalID; a new one when absent. */
  globalId?: string;
  name: string;
  contentType: string;
  bytes: GivenBytes;
  keywords: string;
}

/** The file that replaces that of an attachment. */
export interface ReplacingFile extends Omit<AttachmentInput, 'globalId' | 'keywords'> {
  /** Undefined: as they are. */
  keywords: string | undefined;
}

const columns = [
  'attachment_id',
  'globalid',
  'parent_objectid',
  'name',
  'content_type',
  'size',
  'keywords',
] as const;

/** Which rows a query of attachments reads, and where. */
type ReadingLimit = Pick<RowLimit, 'onLoop'>;

/**
 * The attachments of a feature, in the order they were added.
 * @throws MappingError `services:many-attachments` (400); TooHeavy on the event loop for what is too large for it
 */
export async function listAttachments(
  database: Database,
  layer: HostedLayer,
  objectId: number,
  limit?: ReadingLimit,
): Promise<AttachmentInfo[]> {
  const query = ofLayer(database, layer)
    .select(columns)
    .where('parent_objectid', '=', objectId)
    .orderBy('attachment_id')
    .limit(limits.listedAttachments + 1);
  const rows = await readRows(database, query, limit);
  if (rows.length > limits.listedAttachments) throw tooMany();
  return rows.map(([id, globalId, parentObjectId, name, contentType, size, keywords]) => {
    return { id, globalId, parentObjectId, name, contentType, size, keywords } as AttachmentInfo;
  });
}

function tooMany(): MappingError {
  const message = `This feature has more than ${limits.listedAttachments} attachments. Request them with queryAttachments, which has pages.`;
  return new MappingError('services:many-attachments', message, { status: 400 });
}

/** A page of the attachments of some features. */
export interface AttachmentQuery {
  /** Conditions on the features, over the columns of the layer's table. */
  parents: readonly RawBuilder<SqlBool>[];
  /** Over the columns of attachments. */
  condition?: CompiledCondition | undefined;
  /** In any letter case. */
  name?: string | undefined;
  /** Beginnings of content types. */
  types?: readonly string[] | undefined;
  /** At least one of them. */
  keywords?: readonly string[] | undefined;
  /** The least and the largest number of bytes. */
  sizes?: readonly number[];
  order: readonly SortTerm[];
  offset: number;
  limit: number;
}

/** Attachments with the GlobalIDs of their features, in the order of these unless another is given. */
export async function findAttachments(
  database: Database,
  layer: HostedLayer,
  query: AttachmentQuery,
  limit?: ReadingLimit,
): Promise<(AttachmentInfo & { parentGlobalId: string })[]> {
  if (!layer.hasAttachments) return [];
  const order = [...sortBy(query.order), sql`parent_objectid`, sql`attachment_id`];
  const statement = sql`select ${sql.join(columns.map((column) => sql.ref(column)))}, parent_globalid
    from ${attachmentsOf(layer, query)} order by ${sql.join(order)} limit ${query.limit} offset ${query.offset}`;
  const rows = await readRows(database, asCompilable(statement, database), limit);
  return rows.map((row) => {
    const [id, globalId, parentObjectId, name, contentType, size, keywords, parentGlobalId] = row;
    return {
      id,
      globalId,
      parentObjectId,
      name,
      contentType,
      size,
      keywords,
      parentGlobalId,
    } as AttachmentInfo & { parentGlobalId: string };
  });
}

/** Object ids of features that have such attachments, with the number of these. */
export async function countAttachments(
  database: Database,
  layer: HostedLayer,
  query: AttachmentQuery,
): Promise<[objectId: number, count: number][]> {
  if (!layer.hasAttachments) return [];
  const statement = sql`select parent_objectid, count(*) from ${attachmentsOf(layer, query)}
    group by parent_objectid order by parent_objectid limit ${query.limit} offset ${query.offset}`;
  return (await readRows(database, asCompilable(statement, database))) as [number, number][];
}

function attachmentsOf(layer: HostedLayer, query: AttachmentQuery): RawBuilder<unknown> {
  const { serviceId, layerId } = storedAt(layer);
  const { parents, condition, name, types, keywords, sizes: [least, most] = [] } = query;
  const all = (list: readonly (RawBuilder<SqlBool> | undefined | false)[]) =>
    sql.join([sql`true`, ...list.filter((each) => each !== undefined && each !== false)], sql` and `);
  const conditions = [
    // A condition that computes, for the features that a view shows only: an error would reveal the others.
    condition?.computes
      ? sql<SqlBool>`case when parent_id is not null then ${condition.sql} else false end`
      : condition?.sql,
    name !== undefined && sql<SqlBool>`lower(name collate "und-x-icu") = ${name.toLowerCase()}`,
    types &&
      sql<SqlBool>`exists (select from unnest(cast(${types} as text[])) as type where starts_with(content_type, type))`,
    // An attachment may have several, separated by commas.
    keywords &&
      sql<SqlBool>`regexp_split_to_array(trim(keywords), '\\s*,\\s*') && cast(${keywords} as text[])`,
    least !== undefined && sql<SqlBool>`size >= cast(${least} as double precision)`,
    most !== undefined && sql<SqlBool>`size <= cast(${most} as double precision)`,
  ];
  return sql`hosted_attachment join (select objectid as parent_id, globalid as parent_globalid
      from ${tableOf(layer)} where ${all(parents)}) as parent on parent_id = parent_objectid
    where service_id = ${serviceId} and layer_id = ${layerId} and ${all(conditions)}`;
}

function infoOf(
  row: Pick<Selectable<Tables['hosted_attachment']>, (typeof columns)[number]>,
): AttachmentInfo {
  return {
    id: row.attachment_id,
    globalId: row.globalid,
    parentObjectId: row.parent_objectid,
    name: row.name,
    contentType: row.content_type,
    size: row.size,
    keywords: row.keywords,
  };
}

/** A stored attachment; a large one is read in parts (`readAttachmentParts`). */
export interface FoundAttachment extends AttachmentInfo {
  /** Null for a large file. */
  bytes: Uint8Array | null;
  /** Changes with each change of the row. */
  version: string;
}

export async function readAttachment(
  database: Database,
  layer: HostedLayer,
  objectId: number,
  id: number,
): Promise<FoundAttachment | undefined> {
  const row = await attachmentOf(database, layer, objectId, id)
    .select(columns)
    .select([unlessLarge('bytes').as('bytes'), versionOfRow.as('version')])
    .executeTakeFirst();
  return row && { ...infoOf(row), bytes: row.bytes, version: row.version };
}

/** @throws Error when the attachment is replaced or deleted meanwhile */
export function readAttachmentParts(
  database: Database,
  layer: HostedLayer,
  { parentObjectId, id, size, version }: FoundAttachment,
): AsyncGenerator<Uint8Array> {
  return readInParts('bytes', size, (part) =>
    attachmentOf(database, layer, parentObjectId, id)
      .select(part.as('part'))
      .where(versionOfRow, '=', version)
      .executeTakeFirst(),
  );
}

/** The transaction that wrote the row: replicas have the same. */
const versionOfRow = sql<string>`cast(hosted_attachment.xmin as text)`;

function attachmentOf(database: Database, layer: HostedLayer, objectId: number, id: number) {
  return ofLayer(database, layer).where('parent_objectid', '=', objectId).where('attachment_id', '=', id);
}

function ofLayer(database: Database, layer: HostedLayer) {
  const { serviceId, layerId } = storedAt(layer);
  return database
    .selectFrom('hosted_attachment')
    .where('service_id', '=', serviceId)
    .where('layer_id', '=', layerId)
    .$if(layer.source !== undefined, (query) => query.where(ofShownFeature(layer)));
}

/** Condition on attachments: those of the features that a view shows, unless it hides attachments altogether. */
function ofShownFeature(layer: HostedLayer): RawBuilder<SqlBool> {
  if (!layer.hasAttachments) return sql`false`;
  return sql`exists (select from ${tableOf(layer)} where objectid = parent_objectid)`;
}

/**
 * Adds an attachment; the caller holds the layer's lock (`LayerEdits.begin`).
 * @throws MappingError `services:invalid-attachment` (400) for keywords that are too long
 */
export async function addAttachment(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  objectId: number,
  { globalId = randomUUID(), ...file }: AttachmentInput,
  now: number,
): Promise<{ id: number; globalId: string }> {
  refuseLong(file);
  const id = await insertFile(transaction, storedAt(layer), objectId, { ...file, globalId }, now);
  return { id, globalId };
}

/** Stores a file with the next number of a layer. @returns the number */
export async function insertFile(
  transaction: Database,
  { serviceId, layerId }: ReturnType<typeof storedAt>,
  parent: number,
  { globalId, name, contentType, bytes, keywords }: Required<AttachmentInput>,
  now: number,
): Promise<number> {
  const stored = await storedBytes(transaction, bytes);
  const { next } = await transaction
    .updateTable('hosted_layer')
    .set((value) => ({ next_attachment_id: value('next_attachment_id', '+', 1) }))
    .where('service_id', '=', serviceId)
    .where('layer_id', '=', layerId)
    .returning('next_attachment_id as next')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('hosted_attachment')
    .values({
      service_id: serviceId,
      layer_id: layerId,
      attachment_id: next - 1,
      globalid: globalId,
      parent_objectid: parent,
      name,
      content_type: contentType,
      size: sizeOf(bytes),
      keywords,
      bytes: stored,
      created_at: now,
    })
    .execute();
  return next - 1;
}

/**
 * Replaces an attachment; undefined when the feature has none with this id.
 * @throws MappingError as `addAttachment`
 */
export async function replaceAttachment(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  objectId: number,
  id: number,
  { name, contentType, bytes, keywords }: ReplacingFile,
): Promise<{ id: number; globalId: string } | undefined> {
  refuseLong({ keywords: keywords ?? '' });
  const { serviceId, layerId } = storedAt(layer);
  const stored = await storedBytes(transaction, bytes);
  const row = await transaction
    .updateTable('hosted_attachment')
    .set({
      name,
      content_type: contentType,
      size: sizeOf(bytes),
      bytes: stored,
      ...(keywords !== undefined && { keywords }),
    })
    .where('service_id', '=', serviceId)
    .where('layer_id', '=', layerId)
    .where('parent_objectid', '=', objectId)
    .where('attachment_id', '=', id)
    .returning('globalid')
    .executeTakeFirst();
  return row && { id, globalId: row.globalid };
}

/** Here, where all requests with attachments meet: every list of attachments contains the keywords. */
function refuseLong({ keywords }: Pick<AttachmentInput, 'keywords'>): void {
  if (keywords.length <= limits.attachmentKeywords) return;
  const message = `The keywords of an attachment may have at most ${limits.attachmentKeywords} characters.`;
  throw new MappingError('services:invalid-attachment', 'The attachment cannot be stored.', {
    status: 400,
    faults: [{ path: 'keywords', message }],
  });
}

export async function deleteAttachment(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  objectId: number,
  id: number,
): Promise<{ id: number; globalId: string } | undefined> {
  const { serviceId, layerId } = storedAt(layer);
  const row = await transaction
    .deleteFrom('hosted_attachment')
    .where('service_id', '=', serviceId)
    .where('layer_id', '=', layerId)
    .where('parent_objectid', '=', objectId)
    .where('attachment_id', '=', id)
    .returning('globalid')
    .executeTakeFirst();
  return row && { id, globalId: row.globalid };
}

/** The attachment of a layer with this GlobalID. */
export async function findAttachment(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  globalId: string,
): Promise<AttachmentInfo | undefined> {
  const row = await ofLayer(transaction, layer)
    .select(columns)
    .where('globalid', '=', globalId)
    .where('parent_objectid', '>=', 0)
    .executeTakeFirst();
  return row && infoOf(row);
}

/**
 * The object id of a feature, by either of its keys.
 * @param creator only a feature that this user created
 */
export async function findObjectId(
  transaction: Transaction<Tables>,
  layer: HostedLayer,
  key: FeatureKey,
  creator?: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ objectid: number }>`select objectid from ${tableOf(layer)}
    where ${keyCondition(key)} and ${createdBy(layer, creator)}`.execute(transaction);
  return rows[0]?.objectid;
}
