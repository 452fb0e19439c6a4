/** A GeoJSON geometry of a filter. */
export interface Cql2Geometry {
  type: string;
  coordinates?: unknown;
}

/** A predicate or a function with its operands. */
export interface Cql2Operation {
  op: string;
  args: readonly Cql2[];
  at?: number;
}

/**
 * A CQL2 expression as CQL2 JSON writes it (OGC 21-065r2); `at` is its offset in CQL2 Text. What comes as JSON is checked
 * while it is translated.
 */
export type Cql2 =
  | string
  | number
  | boolean
  | readonly Cql2[]
  | Cql2Operation
  | { property: string; at?: number }
  | { date: string; at?: number }
  | { timestamp: string; at?: number }
  | { bbox: readonly number[]; at?: number }
  | (Cql2Geometry & { at?: number });

/** Where an expression begins; JSON has no offsets. */
export function offsetOf(node: Cql2): number {
  return typeof node === 'object' && node !== null && 'at' in node && typeof node.at === 'number'
    ? node.at
    : 0;
}

/** Whether this is an operation with a list of operands. */
export function isOperation(node: Cql2): node is Cql2Operation {
  return (
    typeof node === 'object' &&
    node !== null &&
    'op' in node &&
    typeof node.op === 'string' &&
    Array.isArray(node.args)
  );
}

/** Whether two geometries are compared. */
export function isSpatial({ op }: Cql2Operation): boolean {
  return /^s_/i.test(op);
}

/** The property a spatial predicate compares with. */
export const geometryProperty = 'geometry';
