import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { columnTypes, type Field } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { createdBy, editInTransaction, LayerEdits, type OwnOnly } from './edit-store.ts';
import { tableOf } from './feature-store.ts';

/** A field, and the value that it gets. */
export interface Assignment {
  field: Field;
  value: RawBuilder<unknown>;
}

/**
 * Sets fields of all features that match, in one statement; all of them or none.
 * @returns their number, and the edit time of the layer afterwards; undefined when the layer has been deleted
 * @throws MappingError 400 for values that do not fit their fields, and for too many features
 */
export async function calculateFields(
  database: Database,
  layer: HostedLayer,
  assignments: readonly Assignment[],
  selection: { conditions: readonly RawBuilder<SqlBool>[]; own: OwnOnly; now: number; caller: string | null },
): Promise<{ changed: number; moment: number } | undefined> {
  const condition = sql.join(
    [sql<SqlBool>`true`, ...selection.conditions, createdBy(layer, selection.own.update)],
    sql` and `,
  );
  const faults = assignments.flatMap(({ field, value }) => misfit(field, value) ?? []);
  const misfits = faults.length > 0 ? sql`count(*) filter (where ${sql.join(faults, sql` or `)})` : sql`0`;
  const changes = assignments.map(
    ({ field, value }) => sql`${sql.id(field.column)} = ${stored(field, value)}`,
  );
  let result: { changed: number; moment: number } | undefined;
  await editInTransaction(database, async (transaction) => {
    result = undefined;
    const edits = await LayerEdits.begin(transaction, layer, selection);
    if (!edits) return false;
    const checked = await sql<{ found: number; misfits: number }>`
        select count(*) as found, ${misfits} as misfits from ${tableOf(layer)} where ${condition}`.execute(
      transaction,
    );
    checkRows(checked.rows[0] ?? { found: 0, misfits: 0 });
    const { numAffectedRows = 0n } = await sql`update ${tableOf(layer)} set ${sql.join(changes)}
        where ${condition}`.execute(transaction);
    result = { changed: Number(numAffectedRows), moment: edits.moment };
    if (result.changed > 0) edits.touch();
    await edits.finish();
    return true;
  });
  return result;
}

function checkRows({ found, misfits }: { found: number; misfits: number }): void {
  if (found > limits.calculatedFeatures)
    throw invalid(
      'where',
      `${found} features match, more than the ${limits.calculatedFeatures} that one calculation may change. Narrow the condition.`,
    );
  if (misfits > 0)
    throw invalid(
      'calcExpression',
      `For ${misfits} features the value does not fit its field: it is missing, too long, too large, not a number, or outside of the years 1 to 9999.`,
    );
}

function invalid(path: string, message: string): MappingError {
  return new MappingError('services:invalid-calculation', message, {
    status: 400,
    faults: [{ path, message }],
  });
}

function stored({ type }: Field, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cast(${value} as ${sql.raw(columnTypes[type])})`;
}

/** The condition that a value does not fit its field, beyond what the type of its column refuses. */
function misfit(field: Field, value: RawBuilder<unknown>): RawBuilder<SqlBool> | undefined {
  const faults: RawBuilder<SqlBool>[] = [];
  if (!field.nullable) faults.push(sql`${value} is null`);
  if (field.type === 'esriFieldTypeString' && field.length !== undefined)
    faults.push(sql`char_length(${stored(field, value)}) > ${field.length}`);
  if (field.type === 'esriFieldTypeBigInteger')
    faults.push(sql`abs(${stored(field, value)}) > ${Number.MAX_SAFE_INTEGER}`);
  if (field.type === 'esriFieldTypeDouble' || field.type === 'esriFieldTypeSingle')
    faults.push(sql`cast(${stored(field, value)} as text) in ('NaN', 'Infinity', '-Infinity')`);
  if (field.type === 'esriFieldTypeDate' || field.type === 'esriFieldTypeDateOnly')
    faults.push(
      sql`${stored(field, value)} not between timestamp '0001-01-01' and timestamp '9999-12-31 23:59:59.999'`,
    );
  if (field.type === 'esriFieldTypeTimeOnly') faults.push(sql`${stored(field, value)} = time '24:00'`);
  return faults.length === 0 ? undefined : sql`(${sql.join(faults, sql` or `)})`;
}
