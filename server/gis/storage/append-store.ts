import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type RawBuilder, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { AppendReport } from '../../../wire/append.ts';
import { MappingError } from '../../../wire/errors.ts';
import { type Database, poolOf, withinTransaction } from '../../platform/database/connect.ts';
import { asTransaction } from '../../platform/database/current-work.ts';
import { columnTypes, type Field, findField } from '../layer/field.ts';
import { type HostedLayer, type LayerDefinition, storedAt, writtenFields } from '../layer/layer.ts';
import type { LayerRows } from './encode-rows.ts';
import { momentAfter, stampChanges } from './archive-store.ts';
import type { OwnOnly } from './edit-store.ts';
import { layerReplaced } from './feature-rows-store.ts';
import { storeOf, tableOf } from './feature-store.ts';

/** Rows for an existing layer, and how they affect its features. */
export interface AppendInput {
  layer: HostedLayer;
  /** Rows with the columns of `staged`, and of the key if there is one. */
  rows: LayerRows;
  staged: readonly Field[];
  /** Rows with the value of an existing feature in this field update it. */
  key?: Field | undefined;
  /** Fields that updates change. */
  updated: readonly Field[];
  updatesGeometry: boolean;
  skipsInserts: boolean;
  skipsUpdates: boolean;
  /** Deletes all features that were there before. */
  replaces: boolean;
  /** Leaves out rows that cannot be stored. */
  isLenient: boolean;
  own: OwnOnly;
  /** Epoch milliseconds. */
  now: number;
  /** The user who appends. */
  caller: string;
  signal: AbortSignal;
  onWriting?: (() => void) | undefined;
  /** Additional work in the same transaction. */
  finish: (transaction: Database, report: AppendReport) => Promise<void>;
}

/** The column of a staged row's key, and the object id of the feature it updates. */
const keyColumn = 'match_key';
const table = sql`pg_temp.append_rows`;

/** Rows written by one statement, between which the work can be cancelled. */
const rowsPerBatch = 20_000;
/** From this many new rows on, PostgreSQL's statistics of the table are renewed. */
const manyRows = 10_000;

/**
 * Appends rows to a layer in one transaction: all of them, or nothing changes. They are loaded into a temporary
 * table first, so that edits by others wait only while the rows are moved, however long the file is read.
 * @throws MappingError 400 that names the first row that cannot be stored
 */
export async function appendRows(database: Database, input: AppendInput): Promise<AppendReport> {
  const client = await poolOf(database).connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const report = await asTransaction(async () => {
      const transaction = withinTransaction(client);
      await stage(client, transaction, input);
      const merged = await new Merge(transaction, input).run();
      await input.finish(transaction, merged);
      return merged;
    });
    input.signal.throwIfAborted();
    await client.query('commit');
    return report;
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function stage(client: PoolClient, transaction: Database, input: AppendInput): Promise<void> {
  const { staged, key, rows, signal } = input;
  const columns = staged.map(({ column, type }) => columnOf(column, type));
  if (key) columns.push(columnOf(keyColumn, key.type), sql`target bigint`);
  // Not `like` the layer's table, which would lock it against schema changes meanwhile.
  await sql`create temporary table append_rows (objectid bigint primary key, globalid uuid not null, box box,
    shape bytea, ${sql.join(columns.length > 0 ? columns : [sql`nothing boolean`])}) on commit drop`.execute(
    transaction,
  );
  const names = ['objectid', 'globalid', 'box', 'shape', ...staged.map(({ column }) => column)];
  if (key) names.push(keyColumn);
  const copy = sql`copy ${table} (${sql.join(names.map((name) => sql.id(name)))}) from stdin (format binary)`;
  const source = Readable.from(rows.bytes, { objectMode: false, highWaterMark: 256 * 1024 });
  await pipeline(source, client.query(copyFrom(copy.compile(transaction).sql)), { signal });
  if (key) await sql`create index on ${table} (${sql.id(keyColumn)})`.execute(transaction);
  await sql`analyze ${table}`.execute(transaction);
}

function columnOf(column: string, type: Field['type']): RawBuilder<unknown> {
  const collation = type === 'esriFieldTypeString' ? sql` collate "und-x-icu"` : sql``;
  return sql`${sql.id(column)} ${sql.raw(columnTypes[type])}${collation}`;
}

/** Moves staged rows into the layer, whose edits wait until the transaction ends. */
class Merge {
  readonly #transaction: Database;
  readonly #input: AppendInput;
  readonly #layer: HostedLayer;
  readonly #report: AppendReport = { added: 0, updated: 0, deleted: 0, skipped: 0, failed: 0 };

  constructor(transaction: Database, input: AppendInput) {
    this.#transaction = transaction;
    this.#input = input;
    this.#layer = input.layer;
  }

  async run(): Promise<AppendReport> {
    const { key, replaces, onWriting } = this.#input;
    const next = await this.#lock();
    onWriting?.();
    if (key) await this.#match(key);
    await this.#skip();
    if (replaces) await this.#empty();
    await this.#refuseRepeated();
    const last = await this.#write(next);
    await this.#save(Math.max(next, last + 1));
    return this.#report;
  }

  /** @returns the next object id */
  async #lock(): Promise<number> {
    const { rows } = await sql<{ next: number; edited: number; definition: LayerDefinition }>`
      select next_objectid as next, edited_at as edited, definition from hosted_layer where ${rowOf(this.#layer)} for no key update`.execute(
      this.#transaction,
    );
    const [row] = rows;
    if (row && (await this.#isAsBefore(row.definition))) {
      const { now, caller } = this.#input;
      const moment = momentAfter(row.edited, now);
      await stampChanges(this.#transaction, this.#layer, { moment, caller });
      return row.next;
    }
    throw layerReplaced({ status: 409 });
  }

  /** Whether the layer still has the fields that the rows were read for; a view also shows what it showed. */
  async #isAsBefore({ fields }: LayerDefinition): Promise<boolean> {
    const layer = this.#layer;
    if (!layer.source) return JSON.stringify(fields) === JSON.stringify(layer.fields);
    const { rows } = await sql<{ definition: LayerDefinition }>`select definition from hosted_layer
      where service_id = ${layer.service.id} and layer_id = ${layer.layerId}`.execute(this.#transaction);
    const columnsOf = (list: readonly Field[]) =>
      list
        .map(({ column }) => column)
        .toSorted()
        .join();
    return (
      columnsOf(fields) === columnsOf(writtenFields(layer)) &&
      JSON.stringify(rows[0]?.definition.viewDefinition) === JSON.stringify(layer.viewDefinition)
    );
  }

  /** Finds the feature that each row updates. */
  async #match(key: Field): Promise<void> {
    const value = sql.id(keyColumn);
    await this.#refuse(
      sql`select objectid from (select objectid, row_number() over (partition by ${value} order by objectid) as place
        from ${table} where ${value} is not null) as numbered where place > 1`,
      `another row has the same ${key.name}.`,
    );
    await this.#run(
      sql`update ${table} as given set target = present.objectid from ${tableOf(this.#layer)} as present
        where present.${sql.id(key.column)} = given.${value}`,
    );
    const { own, skipsUpdates } = this.#input;
    if (own.update === undefined || skipsUpdates) return;
    const creator = findField(writtenFields(this.#layer), this.#layer.editorTracking?.creatorField ?? '');
    await this.#refuse(
      sql`select given.objectid from ${table} as given join ${tableOf(this.#layer)} as present
        on present.objectid = given.target
        where ${creator ? sql`present.${sql.id(creator.column)} is distinct from ${own.update}` : sql`true`}`,
      'the feature was not created by you.',
    );
  }

  async #empty(): Promise<void> {
    await this.#run(sql`delete from hosted_attachment where ${rowOf(this.#layer)} and parent_objectid >= 0`);
    // Not truncated: that would make readers wait until the transaction ends.
    this.#report.deleted = await this.#run(sql`delete from ${tableOf(this.#layer)}`);
  }

  /** Values of unique fields that another row, or another feature, has. */
  async #refuseRepeated(): Promise<void> {
    const { key, replaces, staged } = this.#input;
    for (const { fields: names, isUnique } of this.#layer.indexes ?? []) {
      const fields = names.flatMap((name) => findField(this.#layer.fields, name) ?? []);
      if (!isUnique || !fields.every((field) => staged.some(({ column }) => column === field.column)))
        continue;
      const columns = sql.join(fields.map(({ column }) => sql.id(column)));
      const filled = sql.join(
        fields.map(({ column }) => sql`given.${sql.id(column)} is not null`),
        sql` and `,
      );
      await this.#refuse(
        sql`select objectid from (select objectid, row_number() over (partition by ${columns} order by objectid) as place
          from ${table} as given where ${filled}) as numbered where place > 1`,
        `another row has the same ${names.join(', ')}, which must be unique.`,
      );
      if (replaces) continue;
      const alike = sql.join(
        fields.map(({ column }) => sql`present.${sql.id(column)} = given.${sql.id(column)}`),
        sql` and `,
      );
      const others = key ? sql`given.target is distinct from present.objectid` : sql`true`;
      await this.#refuse(
        sql`select given.objectid from ${table} as given join ${tableOf(this.#layer)} as present on ${alike}
          where ${others}`,
        `a feature of the layer has the same ${names.join(', ')}, which must be unique.`,
      );
    }
  }

  /** Drops the rows of a query, or reports the first of them. */
  async #refuse(found: RawBuilder<unknown>, problem: string): Promise<void> {
    if (this.#input.isLenient) {
      this.#report.failed += await this.#run(sql`delete from ${table} where objectid in (${found})`);
      return;
    }
    const { rows } = await sql<{ first: number | null }>`
      select min(objectid) as first from (${found}) as found`.execute(this.#transaction);
    const first = rows[0]?.first ?? null;
    if (first === null) return;
    const path = `feature ${first}`;
    throw new MappingError('services:invalid-feature', `Feature ${first}: ${problem}`, {
      status: 400,
      faults: [{ path, message: problem }],
    });
  }

  async #skip(): Promise<void> {
    const { key, skipsInserts, skipsUpdates } = this.#input;
    if (!key) return;
    for (const [skips, which] of [
      [skipsInserts, sql`target is null`],
      [skipsUpdates, sql`target is not null`],
    ] as const)
      if (skips) this.#report.skipped += await this.#run(sql`delete from ${table} where ${which}`);
  }

  /** @returns the last object id */
  async #write(next: number): Promise<number> {
    const { key, rows, staged, updated, updatesGeometry, signal } = this.#input;
    const columns = ['objectid', 'globalid', 'box', 'shape', ...staged.map(({ column }) => column)];
    const values = columns.map((column) =>
      column === 'objectid' ? sql`objectid + ${next - 1}` : sql.id(column),
    );
    const changed = [...updated.map(({ column }) => column), ...(updatesGeometry ? ['box', 'shape'] : [])];
    const read = rows.totals.featureCount;
    for (let from = 1; from <= read; from += rowsPerBatch) {
      signal.throwIfAborted();
      const slice = sql`objectid between ${from} and ${from + rowsPerBatch - 1}`;
      this.#report.added += await this.#run(
        sql`insert into ${storeOf(this.#layer)} (${sql.join(columns.map((column) => sql.id(column)))})
          select ${sql.join(values)} from ${table} where ${slice}${key ? sql` and target is null` : sql``}
          order by objectid`,
      );
      if (!key || changed.length === 0) continue;
      const assignments = changed.map((column) => sql`${sql.id(column)} = given.${sql.id(column)}`);
      this.#report.updated += await this.#run(
        sql`update ${tableOf(this.#layer)} as present set ${sql.join(assignments)} from ${table} as given
          where given.target = present.objectid and given.${slice}`,
      );
    }
    return next - 1 + read;
  }

  async #save(next: number): Promise<void> {
    const { replaces, now, rows } = this.#input;
    const { added, deleted } = this.#report;
    const { extent } = rows.totals;
    const bound = (name: string, value: number | undefined, wider: 'least' | 'greatest') =>
      replaces
        ? sql`${sql.id(name)} = ${value ?? null}`
        : sql`${sql.id(name)} = ${sql.raw(wider)}(${sql.id(name)}, ${value ?? null})`;
    await this.#run(sql`update hosted_layer set
        next_objectid = ${next}, feature_count = feature_count + ${added - deleted},
        edited_at = greatest(edited_at + 1, ${now}),
        ${bound('extent_xmin', extent?.xmin, 'least')}, ${bound('extent_ymin', extent?.ymin, 'least')},
        ${bound('extent_xmax', extent?.xmax, 'greatest')}, ${bound('extent_ymax', extent?.ymax, 'greatest')}
      where ${rowOf(this.#layer)}`);
    if (added >= manyRows) await this.#run(sql`analyze ${storeOf(this.#layer)}`);
  }

  /** @returns the number of rows it affected */
  async #run(statement: RawBuilder<unknown>): Promise<number> {
    this.#input.signal.throwIfAborted();
    const { numAffectedRows = 0n } = await statement.execute(this.#transaction);
    return Number(numAffectedRows);
  }
}

function rowOf(layer: HostedLayer): RawBuilder<unknown> {
  const { serviceId, layerId } = storedAt(layer);
  return sql`service_id = ${serviceId} and layer_id = ${layerId}`;
}
