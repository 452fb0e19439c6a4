import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type Envelope, envelopeOf, type Geometry, joinEnvelopes } from '../geometry/geometry.ts';
import { encodeWkb } from '../geometry/wkb.ts';
import type { AttributeValue, Field } from '../layer/field.ts';
import { columnTypes, findField } from '../layer/field.ts';
import { type HostedLayer, storedAt, writtenFields } from '../layer/layer.ts';
import { momentAfter, stampChanges } from './archive-store.ts';
import { printBox, printTimestamp } from './encode-rows.ts';
import { storeOf, tableOf } from './feature-store.ts';

/** A feature to write: values by field, and its geometry unless it is unchanged. */
export interface FeatureEdit {
  globalId?: string;
  values: ReadonlyMap<Field, AttributeValue>;
  /** Undefined: unchanged. */
  geometry?: Geometry | null;
}

/** The feature that an edit affects. */
export type FeatureKey = { objectId: number } | { globalId: string };

export interface EditedFeature {
  objectId: number;
  globalId: string;
}

/** A feature, and its changes. */
export interface FeatureChange {
  key: FeatureKey;
  edit: FeatureEdit;
}

/**
 * The creator, by username, whose features a caller may change; undefined: all features. A restricted caller
 * cannot change features without a creator.
 */
export interface OwnOnly {
  update?: string | undefined;
  delete?: string | undefined;
}

/** Condition on a layer's table: features that a user created. */
export function createdBy(layer: HostedLayer, username: string | undefined): RawBuilder<SqlBool> {
  if (username === undefined) return sql`true`;
  const creator = findField(writtenFields(layer), layer.editorTracking?.creatorField ?? '');
  return creator ? sql`${sql.id(creator.column)} = ${username}` : sql`false`;
}

/** The user who edits, the time, and the features that may be edited. */
export interface Editor {
  now: number;
  caller: string | null;
  own?: OwnOnly;
}

/** Edits of one layer within a transaction. Concurrent edits of this layer wait until it ends. */
export class LayerEdits {
  readonly #transaction: Transaction<Tables>;
  readonly #layer: HostedLayer;
  readonly #own: OwnOnly;
  /** The edit time of the layer after these edits. */
  readonly moment: number;
  #nextObjectId: number;
  #extent: Envelope | null = null;
  #added = 0;
  #changed = 0;

  private constructor(
    transaction: Transaction<Tables>,
    layer: HostedLayer,
    nextObjectId: number,
    own: OwnOnly,
    moment: number,
  ) {
    this.#transaction = transaction;
    this.#layer = layer;
    this.#nextObjectId = nextObjectId;
    this.#own = own;
    this.moment = moment;
  }

  /** Locks the layer's row: object ids and edit times are assigned in commit order. */
  static async begin(
    transaction: Transaction<Tables>,
    layer: HostedLayer,
    { now, caller, own = {} }: Editor,
  ): Promise<LayerEdits | undefined> {
    const { serviceId, layerId } = storedAt(layer);
    const row = await transaction
      .selectFrom('hosted_layer')
      .select(['next_objectid', 'edited_at'])
      .where('service_id', '=', serviceId)
      .where('layer_id', '=', layerId)
      .forNoKeyUpdate()
      .modifyEnd(prepared)
      .executeTakeFirst();
    if (!row) return undefined;
    const moment = momentAfter(row.edited_at, now);
    await stampChanges(transaction, layer, { moment, caller });
    return new LayerEdits(transaction, layer, row.next_objectid, own, moment);
  }

  /** Adds features in one statement. All have values for the same fields, as those of one layer do. */
  async add(features: readonly FeatureEdit[]): Promise<EditedFeature[]> {
    const fields = [...(features[0]?.values.keys() ?? [])];
    const added = features.map(({ globalId = randomUUID() }, index) => ({
      objectId: this.#nextObjectId + index,
      globalId,
    }));
    const rows = features.map(({ values, geometry = null }, index) => {
      const { objectId, globalId } = added[index] as EditedFeature;
      const written = fields.map((field) => parameter(field, values.get(field) ?? null));
      return sql`(${sql.join([sql`${objectId}`, sql`cast(${globalId} as uuid)`, ...shapeValues(geometry), ...written])})`;
    });
    const columns = ['objectid', 'globalid', 'box', 'shape', ...fields.map(({ column }) => column)];
    await sql`insert into ${storeOf(this.#layer)} (${sql.join(columns.map((column) => sql.id(column)))})
      values ${sql.join(rows)}`.execute(this.#transaction);
    this.#nextObjectId += added.length;
    this.#added += added.length;
    for (const { geometry } of features) this.#note(geometry ?? null);
    return added;
  }

  /**
   * Updates features, those that change the same columns in one statement; undefined for each key without a
   * feature.
   * @param changes no two of the same feature (`apartByKey`)
   */
  async update(changes: readonly FeatureChange[]): Promise<(EditedFeature | undefined)[]> {
    const changed = new Map<FeatureChange, EditedFeature>();
    for (const alike of Map.groupBy(changes, ({ edit }) => columnsOf(edit).join()).values()) {
      const rows = await this.#updateAlike(alike);
      const byName = new Map(alike.map((change) => [nameOf(change.key), change]));
      for (const row of rows) {
        const change = byName.get(String(row.objectid)) ?? byName.get(row.globalid);
        const feature = this.#edited(row);
        if (!change || !feature) continue;
        this.#note(change.edit.geometry ?? null);
        changed.set(change, feature);
      }
    }
    return changes.map((change) => changed.get(change));
  }

  /** Updates the same columns of several features. */
  async #updateAlike(changes: readonly FeatureChange[]): Promise<{ objectid: number; globalid: string }[]> {
    const [first] = changes;
    if (!first) return [];
    const columns = columnsOf(first.edit);
    const name = 'objectId' in first.key ? 'objectid' : 'globalid';
    const given = changes.map(({ key, edit: { values, geometry } }) => {
      const id =
        'objectId' in key ? sql`cast(${key.objectId} as bigint)` : sql`cast(${key.globalId} as uuid)`;
      const written = [...values].map(([field, value]) => parameter(field, value));
      return sql`(${sql.join([id, ...written, ...(geometry === undefined ? [] : shapeValues(geometry))])})`;
    });
    // Without any changes, a statement still determines which features exist.
    const assignments =
      columns.length === 0
        ? [sql`objectid = target.objectid`]
        : columns.map((column, index) => sql`${sql.id(column)} = given.${sql.id(`v${index}`)}`);
    const names = ['key', ...columns.map((_column, index) => `v${index}`)];
    const { rows } = await sql<{ objectid: number; globalid: string }>`
      update ${tableOf(this.#layer)} as target set ${sql.join(assignments)}
      from (values ${sql.join(given)}) as given (${sql.join(names.map((each) => sql.id(each)))})
      where target.${sql.id(name)} = given.key and ${createdBy(this.#layer, this.#own.update)}
      returning target.objectid, target.globalid`.execute(this.#transaction);
    return rows;
  }

  /** Deletes features in one statement; undefined for each key without a feature, and for a repeated key. */
  async delete(keys: readonly FeatureKey[]): Promise<(EditedFeature | undefined)[]> {
    const { rows } = await sql<{ objectid: number; globalid: string }>`delete from ${tableOf(this.#layer)}
      where ${keysCondition(keys)} and ${createdBy(this.#layer, this.#own.delete)} returning objectid, globalid`.execute(
      this.#transaction,
    );
    const deleted = new Map(
      rows.flatMap((row) => [
        [String(row.objectid), row],
        [row.globalid, row],
      ]),
    );
    this.#added -= rows.length;
    // A view may hide the attachments that its features have.
    if ((this.#layer.hasAttachments || this.#layer.source) && rows.length > 0) {
      const { serviceId, layerId } = storedAt(this.#layer);
      const ids = rows.map(({ objectid }) => objectid);
      await sql`delete from hosted_attachment where service_id = ${serviceId} and layer_id = ${layerId}
        and parent_objectid = any(cast(${ids} as bigint[]))`.execute(this.#transaction);
    }
    return keys.map((key) => {
      const name = nameOf(key);
      const row = deleted.get(name);
      deleted.delete(name);
      return this.#edited(row);
    });
  }

  /**
   * Writes a batch behind one savepoint. When that fails, each half is tried by itself, so that in the end
   * only failed edits are undone.
   * @param explain returns the message of an error that belongs to one edit; throws one that ends the whole
   * request
   */
  async attempt<Edit, Written>(
    batch: readonly Edit[],
    write: (batch: readonly Edit[]) => Promise<Written[]>,
    explain: (error: unknown) => string,
  ): Promise<({ written: Written } | { failed: string })[]> {
    if (batch.length === 0) return [];
    const before = {
      id: this.#nextObjectId,
      extent: this.#extent,
      added: this.#added,
      changed: this.#changed,
    };
    await sql`savepoint edit`.execute(this.#transaction);
    let failed: string;
    try {
      const results = await write(batch);
      await sql`release savepoint edit`.execute(this.#transaction);
      return results.map((written) => ({ written }));
    } catch (error) {
      failed = explain(error);
    }
    await sql`rollback to savepoint edit`.execute(this.#transaction);
    await sql`release savepoint edit`.execute(this.#transaction);
    this.#nextObjectId = before.id;
    this.#extent = before.extent;
    this.#added = before.added;
    this.#changed = before.changed;
    if (batch.length === 1) return [{ failed }];
    const half = Math.ceil(batch.length / 2);
    return [
      ...(await this.attempt(batch.slice(0, half), write, explain)),
      ...(await this.attempt(batch.slice(half), write, explain)),
    ];
  }

  /** Records an edit made elsewhere, such as one of an attachment. */
  touch(): void {
    this.#changed += 1;
  }

  /**
   * Saves counters, extent and edit time. The extent only grows: shrinking it would mean reading everything.
   */
  async finish(): Promise<void> {
    if (this.#changed === 0) return;
    const extent = this.#extent;
    const { serviceId, layerId } = storedAt(this.#layer);
    await sql`update hosted_layer set
        next_objectid = ${this.#nextObjectId},
        feature_count = feature_count + ${this.#added},
        edited_at = ${this.moment},
        extent_xmin = least(extent_xmin, ${extent?.xmin ?? null}),
        extent_ymin = least(extent_ymin, ${extent?.ymin ?? null}),
        extent_xmax = greatest(extent_xmax, ${extent?.xmax ?? null}),
        extent_ymax = greatest(extent_ymax, ${extent?.ymax ?? null})
      where service_id = ${serviceId} and layer_id = ${layerId} ${prepared}`.execute(this.#transaction);
  }

  #note(geometry: Geometry | null): void {
    this.#changed += 1;
    if (geometry) this.#extent = joinEnvelopes(this.#extent, envelopeOf(geometry));
  }

  #edited(row: { objectid: number; globalid: string } | undefined): EditedFeature | undefined {
    if (!row) return undefined;
    this.#changed += 1;
    return { objectId: row.objectid, globalId: row.globalid };
  }
}

/** Runs edits in one transaction; `work` returns false to undo everything. */
export async function editInTransaction(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<boolean>,
): Promise<void> {
  const undone = Symbol('undone');
  try {
    await database.transaction().execute(async (transaction) => {
      if (!(await work(transaction))) throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
}

/** All keys of one request are of the same kind. */
function keysCondition(keys: readonly FeatureKey[]): RawBuilder<SqlBool> {
  const objectIds = keys.flatMap((key) => ('objectId' in key ? [key.objectId] : []));
  const globalIds = keys.flatMap((key) => ('objectId' in key ? [] : [key.globalId]));
  return sql`(objectid = any(cast(${objectIds} as bigint[])) or globalid = any(cast(${globalIds} as uuid[])))`;
}

/** Splits a list of changes into parts in which no feature occurs twice, in the order of the list. */
export function apartByKey(changes: readonly FeatureChange[]): FeatureChange[][] {
  const parts: FeatureChange[][] = [];
  let seen = new Set<string>();
  for (const change of changes) {
    const name = nameOf(change.key);
    if (parts.length === 0 || seen.has(name)) {
      parts.push([]);
      seen = new Set();
    }
    seen.add(name);
    parts.at(-1)?.push(change);
  }
  return parts;
}

/** Columns changed by an edit, in the order in which its values are written. */
function columnsOf({ values, geometry }: FeatureEdit): string[] {
  const columns = [...values.keys()].map(({ column }) => column);
  return geometry === undefined ? columns : [...columns, 'box', 'shape'];
}

function nameOf(key: FeatureKey): string {
  return 'objectId' in key ? String(key.objectId) : key.globalId;
}

export function keyCondition(key: FeatureKey): RawBuilder<SqlBool> {
  return 'objectId' in key ? sql`objectid = ${key.objectId}` : sql`globalid = ${key.globalId}`;
}

function shapeValues(geometry: Geometry | null): [RawBuilder<unknown>, RawBuilder<unknown>] {
  if (!geometry) return [sql`cast(null as box)`, sql`cast(null as bytea)`];
  return [sql`cast(${printBox(envelopeOf(geometry))} as box)`, sql`cast(${encodeWkb(geometry)} as bytea)`];
}

/** A value as it is stored in its field's column. */
export function parameter(field: Field, value: AttributeValue): RawBuilder<unknown> {
  const written =
    field.type === 'esriFieldTypeDate' && value !== null ? printTimestamp(value as number) : value;
  return sql`cast(${written} as ${sql.raw(columnTypes[field.type])})`;
}
