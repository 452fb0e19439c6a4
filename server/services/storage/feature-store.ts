import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { Envelope, Geometry } from '../geometry/geometry.ts';
import { inSlices } from '../geometry/in-slices.ts';
import type { AttributeValue, Field } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { readRows } from './feature-rows-store.ts';
import {
  candidateCondition,
  certainCondition,
  coveredShare,
  holdsAll,
  isDecidedByBox,
  type SpatialFilter,
} from './spatial-condition.ts';

/** Which features are meant. */
export interface FeatureSelection {
  /** Conditions over the columns, all of which hold. */
  conditions: readonly RawBuilder<SqlBool>[];
  space: SpatialFilter | null;
}

/** One feature as it is read: values in the order of the wanted fields, geometry when wanted. */
export interface FeatureRow {
  objectId: number;
  values: AttributeValue[];
  geometry: Geometry | null;
}

export interface FeaturePage {
  selection: FeatureSelection;
  fields: readonly Field[];
  geometry: boolean;
  /** Columns or expressions to sort by; object ids break ties. */
  orderBy: readonly { sql: RawBuilder<unknown>; descending: boolean }[];
  offset: number;
  /** Read one more than is answered, to know whether there are more. */
  limit: number;
}

export function tableOf(layer: HostedLayer): RawBuilder<unknown> {
  return sql`${sql.id('hosted', layer.tableName)}`;
}

/** Rows read at a time while geometry is tested in this process. */
const batch = 2000;
/** To test a vertex takes so many times longer than to write it down. */
const testCost = 10;

/**
 * A page of features. Where the envelope does not decide, the page is first read as if every candidate matched and then
 * sifted; only when candidates remain beyond it are the matching ids found first.
 */
export async function readFeatures(
  database: Database,
  layer: HostedLayer,
  page: FeaturePage,
): Promise<FeatureRow[]> {
  const { space } = page.selection;
  if (!space || isDecidedByBox(layer, space))
    return readPage(database, layer, page, await matching(database, layer, page.selection));
  if (page.offset === 0) {
    const candidates = await readPage(
      database,
      layer,
      page,
      all([...page.selection.conditions, candidateCondition(layer, space)]),
      space,
    );
    if (candidates.length < page.limit) {
      const matches = ({ certain, shape }: SiftedRow) => certain || (shape !== null && space.test(shape));
      const undecided = ({ certain, shape }: SiftedRow) => (certain ? null : shape);
      return (await inSlices(candidates, undecided, (slice) => slice.filter(matches), testCost)).flat();
    }
  }
  return readPage(database, layer, page, await matching(database, layer, page.selection));
}

type SiftedRow = FeatureRow & { certain: boolean; shape: Geometry | null };

async function readPage(
  database: Database,
  layer: HostedLayer,
  page: FeaturePage,
  condition: RawBuilder<SqlBool>,
  sift?: SpatialFilter,
): Promise<SiftedRow[]> {
  const { fields, geometry, orderBy, offset, limit } = page;
  const wantsShape = layer.geometryType !== null && (geometry || sift !== undefined);
  const columns = [
    sql`objectid`,
    wantsShape ? sql`shape` : sql`null::bytea`,
    sift ? certainCondition(layer, sift) : sql`true`,
    ...fields.map(({ column }) => sql.ref(column)),
  ];
  // Sorting by the key's own index would read the whole table to find the few features of a small window.
  const { space } = page.selection;
  const narrow = space !== null && !holdsAll(layer, space) && coveredShare(layer, space) < 0.1;
  const key = narrow ? sql`objectid + 0` : sql`objectid`;
  const order = orderBy.map(
    ({ sql: term, descending }) => sql`${term} ${descending ? sql`desc nulls last` : sql`asc nulls first`}`,
  );
  const query = sql`select ${sql.join(columns)} from ${tableOf(layer)} where ${condition}
    order by ${sql.join([...order, key])} limit ${limit} offset ${offset}`;
  const rows = await readRows(database, asCompilable(query, database));
  return rows.map((row) => ({
    objectId: row[0] as number,
    shape: row[1] as Geometry | null,
    geometry: geometry ? (row[1] as Geometry | null) : null,
    certain: row[2] as boolean,
    values: row.slice(3) as AttributeValue[],
  }));
}

/** The ids of all matching features, ascending. */
export async function readObjectIds(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
): Promise<number[]> {
  const condition = await matching(database, layer, selection);
  const rows = await readRows(
    database,
    asCompilable(sql`select objectid from ${tableOf(layer)} where ${condition} order by objectid`, database),
  );
  return rows.map(([objectId]) => objectId as number);
}

export async function countFeatures(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
): Promise<number> {
  if (selection.conditions.length === 0 && !selection.space) return layer.featureCount;
  const condition = await matching(database, layer, selection);
  const rows = await readRows(
    database,
    asCompilable(sql`select count(*) from ${tableOf(layer)} where ${condition}`, database),
  );
  return rows[0]?.[0] as number;
}

/** Count and extent (the layer's own spatial reference; null without geometry) of all matching features. */
export async function readExtent(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
): Promise<{ count: number; extent: Envelope | null }> {
  const condition = await matching(database, layer, selection);
  const query = sql`select count(*), min((box[1])[0]), min((box[1])[1]), max((box[0])[0]), max((box[0])[1])
    from ${tableOf(layer)} where ${condition}`;
  const [row] = await readRows(database, asCompilable(query, database));
  const [count, xmin, ymin, xmax, ymax] = row as [number, number | null, number, number, number];
  return { count, extent: xmin === null ? null : { xmin, ymin, xmax, ymax } };
}

/** One condition for everything a selection means, exact geometry included. */
export async function matching(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
): Promise<RawBuilder<SqlBool>> {
  const { conditions, space } = selection;
  if (!space) return all(conditions);
  const candidates = candidateCondition(layer, space);
  const certain = certainCondition(layer, space);
  if (isDecidedByBox(layer, space)) return all([...conditions, candidates, certain]);
  const ids = await testCandidates(
    database,
    layer,
    all([...conditions, candidates, sql<SqlBool>`not ${certain}`]),
    space,
  );
  const tested = sql<SqlBool>`objectid = any(cast(${ids} as bigint[]))`;
  if (space.decides === 'nothing') return all([...conditions, tested]);
  return sql<SqlBool>`((${all([...conditions, candidates, certain])}) or ${tested})`;
}

/** Tests what the envelope does not decide; many candidates come in batches, so that memory and event loop stay free. */
async function testCandidates(
  database: Database,
  layer: HostedLayer,
  condition: RawBuilder<SqlBool>,
  space: SpatialFilter,
): Promise<number[]> {
  const read = async (where: RawBuilder<SqlBool>) => {
    const query = sql`select objectid, shape from ${tableOf(layer)} where ${where} limit ${batch}`;
    return (await readRows(database, asCompilable(query, database))) as [number, Geometry][];
  };
  const sift = async (rows: [number, Geometry][]) => {
    const found = (slice: readonly [number, Geometry][]) => slice.filter(([, shape]) => space.test(shape));
    return (await inSlices(rows, ([, shape]) => shape, found, testCost)).flat().map(([objectId]) => objectId);
  };
  const first = await read(condition);
  if (first.length < batch) return sift(first);
  const query = sql`select objectid from ${tableOf(layer)} where ${condition}`;
  const candidates = (await readRows(database, asCompilable(query, database))).map(
    ([objectId]) => objectId as number,
  );
  const ids: number[] = [];
  for (let from = 0; from < candidates.length; from += batch) {
    const some = candidates.slice(from, from + batch);
    ids.push(...(await sift(await read(sql<SqlBool>`objectid = any(cast(${some} as bigint[]))`))));
  }
  return ids;
}

function all(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

export function asCompilable(query: RawBuilder<unknown>, database: Database) {
  return { compile: () => query.compile(database) };
}
