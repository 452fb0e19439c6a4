/** Edits of features that wait in a browser for a connection (docs/decisions/0042-changes-wait-for-a-connection.md). */

/** Bounds of what waits in a browser, for one person in one organisation. */
export const waitingLimits = {
  changes: 200,
  /** Several comments with all the photos that a comment may have. */
  bytes: 50_000_000,
  /** Milliseconds after which it is deleted unsent: 30 days, as drafts are. */
  life: 30 * 24 * 60 * 60 * 1000,
} as const;

export type WaitingValue = string | number | null;

/** A feature as ArcGIS writes it in JSON. */
export interface FeatureJson {
  attributes: Readonly<Record<string, WaitingValue>>;
  /** Null: it has none. Absent: unknown, because the map has loaded only an approximate one. */
  geometry?: object | null;
}

/** A field that people fill in, and how its values are written. */
export interface FilledField {
  label: string;
  /** As ArcGIS writes it: `esriFieldTypeDate`. */
  type: string;
  domain?: { type: string; codedValues: readonly { name: string; code: string | number }[] };
}

/** A feature that is added, changed or deleted. */
export interface FeatureChange {
  kind: 'add' | 'update' | 'delete';
  /** Of the layer. */
  url: string;
  layerTitle: string;
  /** Title of the feature; empty if it has none. */
  title: string;
  objectIdField: string;
  /** Absent where the layer accepts no GlobalIDs of clients. */
  globalIdField?: string;
  /** Absent for a feature that is added. */
  objectId?: number;
  globalId?: string;
  /** Values to store: all of a new feature, else those that were changed. */
  values: Readonly<Record<string, WaitingValue>>;
  /** Geometry to store; absent: it is unchanged. */
  geometry?: object | null;
  /** The feature as the person opened it; absent for one that is added. */
  before?: FeatureJson;
  /** The feature as an earlier version of this change leaves it, which may have arrived: its response was lost. */
  tried?: FeatureJson;
  /** The fields that people fill in, by name: the others are not compared. */
  fields: Readonly<Record<string, FilledField>>;
  /** Where it is drawn, even if the exact geometry is unknown. */
  shown: object | null;
  rollsBack: boolean;
}

/**
 * The change of a feature that was changed before, and is not sent yet.
 * @param wasAttempted whether the earlier change may have arrived
 */
export function mergedChange(
  earlier: FeatureChange | undefined,
  later: FeatureChange,
  wasAttempted = false,
): FeatureChange {
  if (!earlier?.before) return later;
  const { before } = earlier;
  const tried = wasAttempted ? resultOf(earlier) : earlier.tried;
  const known = { before, ...(tried && { tried }) };
  if (later.kind === 'delete') return { ...later, ...known };
  const geometry = later.geometry === undefined ? earlier.geometry : later.geometry;
  return {
    ...later,
    ...known,
    values: { ...earlier.values, ...later.values },
    ...(geometry !== undefined && { geometry }),
  };
}

/** A feature as a change leaves it. */
export function resultOf({ before, values, geometry }: FeatureChange): FeatureJson {
  const shape = geometry === undefined ? before?.geometry : geometry;
  return {
    attributes: { ...before?.attributes, ...values },
    ...(shape !== undefined && { geometry: shape }),
  };
}

/**
 * What the layer has of a feature that is to be changed: `same` as it was opened, `done` if the change is there already, else
 * somebody has changed it.
 * @param now undefined: it is gone
 */
export function compareWith(change: FeatureChange, now: FeatureJson | undefined): 'same' | 'done' | 'other' {
  const { kind, before, tried } = change;
  if (!now) return kind === 'delete' ? 'done' : 'other';
  if (kind === 'update' && isEqual(change, now, resultOf(change))) return 'done';
  return [before, tried].some((one) => one && isEqual(change, now, one)) ? 'same' : 'other';
}

/** Whether a layer has an equal feature already, for layers that accept no GlobalIDs of clients. */
export function isSameAddition(change: FeatureChange, there: FeatureJson): boolean {
  return isEqual(change, there, resultOf(change));
}

/** A field whose value is not as it was, or to be changed. */
export interface FieldDifference {
  name: string;
  field: FilledField;
  /** Its value in the layer now, and the one to store; undefined: it stays as it is. */
  theirs: WaitingValue;
  mine: WaitingValue | undefined;
}

/** The fields that differ between a feature as it is now and a change of it. */
export function fieldDifferences(change: FeatureChange, now: FeatureJson): FieldDifference[] {
  const { before, values, fields } = change;
  return Object.entries(fields).flatMap(([name, field]): FieldDifference[] => {
    const theirs = now.attributes[name] ?? null;
    const mine = values[name];
    const wasKnown = before?.attributes[name] !== undefined;
    const isTheirs = wasKnown && !isSameValue(theirs, before.attributes[name]);
    const isMine = mine !== undefined && !isSameValue(mine, theirs);
    return isTheirs || isMine ? [{ name, field, theirs, mine }] : [];
  });
}

/** Whether a shape is not as it was when a feature was opened. */
export function isShapeChanged({ before }: FeatureChange, now: FeatureJson): boolean {
  return before?.geometry !== undefined && !isSameShape(before.geometry, now.geometry);
}

/** Compares the values and the shape of `expected`, as far as they are known. */
function isEqual({ fields }: FeatureChange, now: FeatureJson, expected: FeatureJson): boolean {
  const known = Object.keys(fields).filter((name) => expected.attributes[name] !== undefined);
  return (
    known.every((name) => isSameValue(now.attributes[name], expected.attributes[name])) &&
    (expected.geometry === undefined || isSameShape(expected.geometry, now.geometry))
  );
}

/** Responses in JSON and in protocol buffers differ in the last digits of numbers with decimals. */
function isSameValue(one: WaitingValue | undefined, other: WaitingValue | undefined): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return (one ?? null) === (other ?? null);
  if (Number.isInteger(one) && Number.isInteger(other)) return one === other;
  return Math.abs(one - other) <= 1e-6 * Math.max(Math.abs(one), Math.abs(other));
}

/** About a centimetre: services store coordinates as whole numbers of small steps. */
const tolerance = { degrees: 1e-7, others: 0.01 };

function isSameShape(one: object | null | undefined, other: object | null | undefined): boolean {
  const [first, second] = [coordinatesOf(one), coordinatesOf(other)];
  const isDegrees = firstPosition(one).every((each) => Math.abs(each) <= 360);
  const most = isDegrees ? tolerance.degrees : tolerance.others;
  return (
    first.length === second.length &&
    first.every((each, at) => Math.abs(each - (second[at] ?? Number.NaN)) <= most)
  );
}

/** Without its height and measure, which have other units. */
function firstPosition(geometry: object | null | undefined): number[] {
  const { x, y, points, paths, rings } = (geometry ?? {}) as Record<string, unknown>;
  if (typeof x === 'number') return [x, Number(y)];
  const numbers = ([points ?? paths ?? rings] as unknown[])
    .flat(3)
    .filter((each) => typeof each === 'number');
  return numbers.slice(0, 2);
}

/** All numbers of a geometry in their order, with -1 before each part. */
function coordinatesOf(geometry: object | null | undefined): number[] {
  if (!geometry) return [];
  const { x, y, z, m, points, paths, rings } = geometry as Record<string, unknown>;
  const single = [x, y, z, m].filter((each) => typeof each === 'number' && Number.isFinite(each)) as number[];
  return [...single, ...partsIn(points ?? paths ?? rings)];
}

function partsIn(part: unknown): number[] {
  // A measure without a value is NaN, or missing in JSON.
  if (typeof part === 'number') return Number.isFinite(part) ? [part] : [];
  return Array.isArray(part)
    ? part.flatMap((each) => (Array.isArray(each) ? [-1, ...partsIn(each)] : partsIn(each)))
    : [];
}
