import { arcgisError } from '../../platform/http/arcgis-error.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import { envelopeHolds, envelopeOf, type Geometry } from '../geometry/geometry.ts';
import type { BinaryRow } from '../../platform/database/binary-rows.ts';
import { inSlices } from '../geometry/in-slices.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import type { AttributeValue, Field } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import type { CompiledCondition } from '../where/where-condition.ts';
import { readRows, tooLarge } from './feature-rows-store.ts';
import { pastFunction } from './layer-table-store.ts';
import {
  candidateCondition,
  certainCondition,
  coveredShare,
  holdsAll,
  isDecidedByBox,
  type SpatialFilter,
} from './spatial-condition.ts';
import {
  fieldColumn,
  readPageOf,
  readWithinLimit,
  type SizedQuery,
  takeWithinLimit,
} from './weighed-rows-store.ts';

/** A selection of features. */
export interface FeatureSelection {
  /** Conditions over the columns, all of which must hold. */
  conditions: readonly RawBuilder<SqlBool>[];
  space: SpatialFilter | null;
  /** Whether this runs on the event loop: heavy work is refused with `TooHeavy`. */
  onLoop?: boolean;
  /** Bytes of features that the event loop may read, where fewer than usual. */
  loopBytes?: number;
}

/** One feature as read: values in the order of the requested fields, geometry if requested. */
export interface FeatureRow {
  objectId: number;
  values: AttributeValue[];
  geometry: Geometry | null;
}

/** A column or expression to sort by. */
export interface SortTerm {
  sql: RawBuilder<unknown>;
  descending: boolean;
  /** Whether empty values come before all others; as if they were the least when absent. */
  nullsFirst?: boolean | undefined;
}

/** The terms of ORDER BY. */
export function sortBy(terms: readonly SortTerm[]): RawBuilder<unknown>[] {
  return terms.map(({ sql: term, descending, nullsFirst = !descending }) => {
    const direction = sql.raw(descending ? 'desc' : 'asc');
    return sql`${term} ${direction} nulls ${sql.raw(nullsFirst ? 'first' : 'last')}`;
  });
}

export interface FeaturePage {
  selection: FeatureSelection;
  fields: readonly Field[];
  geometry: boolean;
  /** Object ids break ties. */
  orderBy: readonly SortTerm[];
  offset: number;
  /** One more than returned, to know whether there are more. */
  limit: number;
}

/**
 * What a layer reads and changes: its table, or the database view of a view, without what that hides; of a moment, a
 * function with the same rows and columns, to be read only.
 */
export function tableOf(layer: HostedLayer): RawBuilder<unknown> {
  if (layer.moment !== undefined)
    return sql`${pastFunction(layer.tableName)}(cast(${layer.moment} as bigint))`;
  return sql`${sql.id('hosted', layer.tableName)}`;
}

/** The column of a database view by which a computing condition leaves out hidden rows before it computes. */
export const shownColumn = 'is_shown';

/** A condition that computes, evaluated for the features that a view shows only: an error would reveal the others. */
export function overShown(
  layer: HostedLayer,
  { sql: condition, computes }: Pick<CompiledCondition, 'sql' | 'computes'>,
): RawBuilder<SqlBool> {
  if (!layer.viewDefinition?.where || !computes) return condition;
  return sql<SqlBool>`case when ${sql.id(shownColumn)} then ${condition} else false end`;
}

/** The table that new features are added to, with fields that a view hides: those get their defaults. */
export function storeOf(layer: HostedLayer): RawBuilder<unknown> {
  return sql`${sql.id('hosted', layer.source?.tableName ?? layer.tableName)}`;
}

/** Cost of testing a vertex relative to writing it. */
const testCost = 10;

/**
 * A page of features. Where the envelope does not decide, the page is first read as if every candidate
 * matched and then filtered; only when candidates remain beyond it are the matching ids found first.
 */
export async function readFeatures(
  database: Database,
  layer: HostedLayer,
  page: FeaturePage,
): Promise<FeatureRow[]> {
  const { space } = page.selection;
  if (space && maySift(layer, page)) {
    const { rows, isWhole } = await readWithinLimit(database, candidates(layer, page, space), page.selection);
    if (rows.length < page.limit && isWhole) {
      const matches = ({ shape }: CandidateRow) =>
        shape !== null && (isInside(space, shape) || space.test(shape));
      const undecided = ({ shape }: CandidateRow) => (shape && isInside(space, shape) ? null : shape);
      const found = rows.map((row) => asFeature(row, page));
      return (await inSlices(found, undecided, (slice) => slice.filter(matches), testCost)).flat();
    }
  }
  const condition = await matching(database, layer, page.selection);
  const rows = await readPageOf(database, pageQuery(layer, page, condition), page.selection);
  return rows.map((row) => asFeature(row, page));
}

/** Takes the features of a page as they are read: the object id, the geometry, and then the values in the order of the fields. */
export interface FeatureSink {
  /** Forgets what was added. */
  begin(): void;
  /** @param space what the geometry must meet; null: nothing */
  add(row: BinaryRow, space: SpatialFilter | null): void;
}

/**
 * Reads a page of features as `readFeatures` does, without an object for each.
 */
export async function readFeaturesInto(
  database: Database,
  layer: HostedLayer,
  page: FeaturePage,
  sink: FeatureSink,
): Promise<void> {
  let count = 0;
  const addAll = (space: SpatialFilter | null) => () => {
    sink.begin();
    count = 0;
    return (row: BinaryRow) => {
      count += 1;
      sink.add(row, space);
    };
  };
  const { space } = page.selection;
  if (space && maySift(layer, page)) {
    const query = candidates(layer, page, space);
    const isWhole = await takeWithinLimit(database, query, page.selection, addAll(space));
    if (count < page.limit && isWhole) return;
  }
  const condition = await matching(database, layer, page.selection);
  const query = pageQuery(layer, page, condition);
  if (!(await takeWithinLimit(database, query, page.selection, addAll(null)))) throw tooLarge();
}

/** Whether a page may be read as if every candidate matched. */
function maySift(layer: HostedLayer, { selection, offset }: FeaturePage): boolean {
  const { space, onLoop = false } = selection;
  if (!space || isDecidedByBox(layer, space) || offset !== 0 || space.comparesWhole) return false;
  if (onLoop) refuseHeavy(space);
  return true;
}

function candidates(layer: HostedLayer, page: FeaturePage, space: SpatialFilter): SizedQuery {
  return pageQuery(layer, page, all([...page.selection.conditions, candidateCondition(layer, space)]), true);
}

/** Whether a geometry needs no test, because a box of the filter holds it. */
function isInside({ decides, boxes }: SpatialFilter, shape: Geometry): boolean {
  if (decides !== 'inside') return false;
  const envelope = envelopeOf(shape);
  return boxes.some((box) => envelopeHolds(box, envelope));
}

/** A query geometry with many vertices, and one that is compared as a whole, is processed in a thread. */
export function refuseHeavy({ vertices = 0, comparesWhole }: SpatialFilter): void {
  if (comparesWhole || vertices > limits.loopQueryVertices) throw new TooHeavy();
}

type CandidateRow = FeatureRow & { shape: Geometry | null };

function pageQuery(
  layer: HostedLayer,
  page: FeaturePage,
  condition: RawBuilder<SqlBool>,
  sifts = false,
): SizedQuery {
  const { fields, geometry, orderBy, offset, limit } = page;
  const wantsShape = layer.geometryType !== null && (geometry || sifts);
  const columns = [
    { sql: sql`objectid`, wide: false },
    wantsShape ? { sql: sql`shape`, wide: true } : { sql: sql`null::bytea`, wide: false },
    ...fields.map(fieldColumn),
  ];
  // Sorting by the key's own index would read the whole table to find the few features of a small window.
  const { space } = page.selection;
  const narrow = space !== null && !holdsAll(layer, space) && coveredShare(layer, space) < 0.1;
  const key = narrow ? sql`objectid + 0` : sql`objectid`;
  const rest = sql`from ${tableOf(layer)} where ${condition}
    order by ${sql.join([...sortBy(orderBy), key])} limit ${limit} offset ${offset}`;
  return { columns, rest };
}

function asFeature(row: readonly unknown[], { geometry }: FeaturePage): CandidateRow {
  return {
    objectId: row[0] as number,
    shape: row[1] as Geometry | null,
    geometry: geometry ? (row[1] as Geometry | null) : null,
    values: row.slice(2) as AttributeValue[],
  };
}

/** Rows of a few numbers: those of all features of the largest layer have room. */
const numbersOnly = { bytes: Infinity };

/**
 * The ids of all matching features, ascending unless another order is given.
 * @param max of more, only so many are read
 * @throws TooHeavy on the event loop beyond `limits.loopIds`
 */
export async function readObjectIds(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  orderBy: readonly SortTerm[] = [],
  max = Infinity,
): Promise<number[]> {
  const condition = await matching(database, layer, selection);
  const most = selection.onLoop ? Math.min(max, limits.loopIds + 1) : max;
  const rows = await readRows(
    database,
    asCompilable(
      sql`select objectid from ${tableOf(layer)} where ${condition}
        order by ${sql.join([...sortBy(orderBy), sql`objectid`])} ${Number.isFinite(most) ? sql`limit ${most}` : sql``}`,
      database,
    ),
    { room: numbersOnly },
  );
  if (selection.onLoop && rows.length > limits.loopIds) throw new TooHeavy();
  return rows.map(([objectId]) => objectId as number);
}

/** One condition for everything in a selection, including exact geometry. */
export async function matching(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
): Promise<RawBuilder<SqlBool>> {
  const { conditions, space, onLoop = false } = selection;
  if (!space) return all(conditions);
  const candidates = candidateCondition(layer, space);
  const certain = certainCondition(layer, space);
  if (isDecidedByBox(layer, space)) return all([...conditions, candidates, certain]);
  const undecided = all([...conditions, candidates, sql<SqlBool>`not ${certain}`]);
  const ids = onLoop
    ? await testFew(database, layer, undecided, space)
    : await testMany(database, layer, undecided, space);
  const tested = sql<SqlBool>`objectid = any(cast(${ids} as bigint[]))`;
  if (space.decides === 'nothing') return all([...conditions, tested]);
  return sql<SqlBool>`((${all([...conditions, candidates, certain])}) or ${tested})`;
}

/** Tests what the envelope does not decide, where that is little. */
async function testFew(
  database: Database,
  layer: HostedLayer,
  condition: RawBuilder<SqlBool>,
  space: SpatialFilter,
): Promise<number[]> {
  refuseHeavy(space);
  const rest = sql`from ${tableOf(layer)} where ${condition} limit ${limits.loopCandidates}`;
  const { rows } = await readWithinLimit(database, { columns: idAndShape, rest }, { onLoop: true });
  if (rows.length === limits.loopCandidates) throw new TooHeavy();
  return testShapes(rows as [number, Geometry][], space);
}

const idAndShape = [
  { sql: sql`objectid`, wide: false },
  { sql: sql`shape`, wide: true },
];

/** Maximum number of features, and of their bytes, in memory while they are tested. */
const batch = { features: 2000, bytes: 8_000_000 };
const vertexBytes = 16;

/**
 * Tests what the envelope does not decide, a batch at a time.
 * @throws MappingError `services:invalid-query` (400) before the first test where there is too much to
 * compare
 */
async function testMany(
  database: Database,
  layer: HostedLayer,
  condition: RawBuilder<SqlBool>,
  space: SpatialFilter,
): Promise<number[]> {
  const sizes = sql`select objectid, octet_length(shape) from ${tableOf(layer)} where ${condition}`;
  const candidates = (await readRows(database, asCompilable(sizes, database), {
    room: numbersOnly,
  })) as [number, number][];
  checkCost(space, candidates);
  const ids: number[] = [];
  let some: number[] = [];
  let bytes = 0;
  for (const [index, [objectId, size]] of candidates.entries()) {
    some.push(objectId);
    bytes += size;
    if (some.length < batch.features && bytes < batch.bytes && index < candidates.length - 1) continue;
    const read = sql`select objectid, shape from ${tableOf(layer)} where objectid = any(cast(${some} as bigint[]))`;
    const rows = (await readRows(database, asCompilable(read, database))) as [number, Geometry][];
    for (const id of await testShapes(rows, space)) ids.push(id);
    some = [];
    bytes = 0;
  }
  return ids;
}

/**
 * The cost of the tests is known before the first of them: stored vertices, and for some relations both
 * multiplied.
 */
function checkCost(space: SpatialFilter, candidates: readonly [number, number][]): void {
  const { vertices = 0, comparesWhole = false } = space;
  const stored = candidates.reduce((sum, [, size]) => sum + size, 0) / vertexBytes;
  const work = comparesWhole ? vertices * candidates.length : 0;
  if (stored <= limits.comparedVertices && work <= limits.topologyWork) return;
  throw arcgisError('services:invalid-query', {
    faults: [
      {
        path: 'geometry',
        message: `Comparing ${vertices} vertices with ${candidates.length} features is too much. Simplify the geometry, or narrow the query.`,
      },
    ],
  });
}

/** Those rows whose geometry meets the filter. */
export async function testShapes<Key>(
  rows: readonly [Key, Geometry][],
  space: SpatialFilter,
): Promise<Key[]> {
  const found = (slice: readonly [Key, Geometry][]) => slice.filter(([, shape]) => space.test(shape));
  return (await inSlices(rows, ([, shape]) => shape, found, testCost)).flat().map(([key]) => key);
}

/** A condition that holds where all of these do. */
export function all(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

export function asCompilable(query: RawBuilder<unknown>, database: Database) {
  return { compile: () => query.compile(database) };
}
