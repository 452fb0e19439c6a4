import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Envelope, envelopeHolds, type Geometry } from '../geometry/geometry.ts';
import type { HostedLayer } from '../layer/layer.ts';

/**
 * A spatial filter, in the layer's own spatial reference. The boxes are tested by the index; what they cannot
 * decide is tested by `test`, in this process.
 */
export interface SpatialFilter {
  /** Only features whose envelope intersects one of these can match; none: nothing matches. */
  boxes: readonly Envelope[];
  /**
   * What the envelope decides by itself. `meeting`: an envelope that intersects a box is a match. `inside`:
   * one inside a box is a match, others are tested. `nothing`: all are tested.
   */
  decides: 'meeting' | 'inside' | 'nothing';
  test(geometry: Geometry): boolean;
  /** Vertices of the query geometry; absent for a box. */
  vertices?: number;
  /**
   * Whether each test reads all of the query geometry, so that the cost is its vertices times the features.
   */
  comparesWhole?: boolean;
}

const yes = sql<SqlBool>`true`;
const no = sql<SqlBool>`false`;

/**
 * Candidates, by the index. PostgreSQL's && has a tolerance of a millionth of a unit, so it finds a few more.
 */
export function candidateCondition(layer: HostedLayer, filter: SpatialFilter): RawBuilder<SqlBool> {
  if (filter.boxes.length === 0) return no;
  if (holdsAll(layer, filter)) return sql<SqlBool>`box is not null`;
  return any(filter.boxes.map((box) => sql<SqlBool>`box && ${boxLiteral(box)}`));
}

/** Features that match by their envelope, tested exactly. */
export function certainCondition(layer: HostedLayer, filter: SpatialFilter): RawBuilder<SqlBool> {
  if (filter.decides === 'nothing' || filter.boxes.length === 0) return no;
  if (holdsAll(layer, filter)) return yes;
  return any(filter.boxes.map(filter.decides === 'meeting' ? meets : isInside));
}

/** Whether no feature needs the test: for points, being inside a box and intersecting it are the same. */
export function isDecidedByBox(layer: HostedLayer, filter: SpatialFilter): boolean {
  if (filter.decides === 'meeting' || filter.boxes.length === 0) return true;
  return (
    filter.decides === 'inside' && (layer.geometryType === 'esriGeometryPoint' || holdsAll(layer, filter))
  );
}

/**
 * Whether a box contains the whole layer, so that no filter is needed. Not known of a view that depends on the time, whose extent
 * may be a minute old.
 */
export function holdsAll(layer: HostedLayer, filter: SpatialFilter): boolean {
  const { extent, viewDefinition } = layer;
  return (
    !viewDefinition?.isVolatile &&
    filter.decides !== 'nothing' &&
    extent !== null &&
    filter.boxes.some((box) => envelopeHolds(box, extent))
  );
}

/** The share of the layer's extent that the boxes cover: an estimate of how many features they find. */
export function coveredShare(layer: HostedLayer, filter: SpatialFilter): number {
  const { extent } = layer;
  if (!extent) return 0;
  const size = (extent.xmax - extent.xmin) * (extent.ymax - extent.ymin);
  const covered = filter.boxes.reduce((sum, box) => {
    const width = Math.min(box.xmax, extent.xmax) - Math.max(box.xmin, extent.xmin);
    const height = Math.min(box.ymax, extent.ymax) - Math.max(box.ymin, extent.ymin);
    return sum + Math.max(0, width) * Math.max(0, height);
  }, 0);
  return size > 0 ? covered / size : 1;
}

export function boxLiteral({ xmin, ymin, xmax, ymax }: Envelope): RawBuilder<unknown> {
  return sql`cast(${`(${xmax},${ymax}),(${xmin},${ymin})`} as box)`;
}

/** PostgreSQL writes a box's upper right corner first. */
function isInside({ xmin, ymin, xmax, ymax }: Envelope): RawBuilder<SqlBool> {
  return sql<SqlBool>`((box[1])[0] >= ${float(xmin)} and (box[1])[1] >= ${float(ymin)}
    and (box[0])[0] <= ${float(xmax)} and (box[0])[1] <= ${float(ymax)})`;
}

function meets({ xmin, ymin, xmax, ymax }: Envelope): RawBuilder<SqlBool> {
  return sql<SqlBool>`((box[1])[0] <= ${float(xmax)} and (box[1])[1] <= ${float(ymax)}
    and (box[0])[0] >= ${float(xmin)} and (box[0])[1] >= ${float(ymin)})`;
}

function float(value: number): RawBuilder<unknown> {
  return sql`cast(${value} as double precision)`;
}

function any(parts: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return parts.length === 1
    ? (parts[0] as RawBuilder<SqlBool>)
    : sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}
