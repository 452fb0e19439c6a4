import { envelopeHolds, type Geometry, envelopeOf, envelopesMeet } from '../geometry.ts';
import { Edges } from './edges.ts';
import { intersectsTest, someFirstVertex } from './intersects.ts';
import { topologyTest } from './topology.ts';

/** Spatial relations as the ArcGIS wire names them, read as “the query geometry <relation> the feature”. */
export const spatialRelations = {
  esriSpatialRelIntersects: 'intersects',
  esriSpatialRelContains: 'contains',
  esriSpatialRelWithin: 'within',
  esriSpatialRelCrosses: 'crosses',
  esriSpatialRelTouches: 'touches',
  esriSpatialRelOverlaps: 'overlaps',
  esriSpatialRelEnvelopeIntersects: 'envelopeIntersects',
  esriSpatialRelIndexIntersects: 'envelopeIntersects',
} as const;

export type SpatialRelation = (typeof spatialRelations)[keyof typeof spatialRelations];

/**
 * A test of one relation between the query geometry and features; build it once and ask it for every feature.
 * `contains`: the feature lies within the query geometry; `within`: the query geometry lies within the feature.
 */
export function relationTest(filter: Geometry, relation: SpatialRelation): (feature: Geometry) => boolean {
  if (relation === 'envelopeIntersects') {
    const envelope = envelopeOf(filter);
    return (feature) => envelopesMeet(envelope, envelopeOf(feature));
  }
  const intersects = intersectsTest(filter);
  if (relation === 'intersects') return intersects;
  const exact = topologyTest(filter, relation);
  // Every other relation needs a common point, which is much cheaper to find out.
  if (relation === 'contains')
    return containsTest(filter, (feature) => intersects(feature) && exact(feature));
  if (relation === 'within') {
    const envelope = envelopeOf(filter);
    return (feature) => envelopeHolds(envelopeOf(feature), envelope) && intersects(feature) && exact(feature);
  }
  return (feature) => intersects(feature) && exact(feature);
}

/** Most features asked about lie clear of the query polygon's edges: those need no topology. */
function containsTest(
  filter: Geometry,
  exact: (feature: Geometry) => boolean,
): (feature: Geometry) => boolean {
  const envelope = envelopeOf(filter);
  const edges = filter.kind === 'polygon' ? new Edges(filter) : undefined;
  return (feature) => {
    if (!envelopeHolds(envelope, envelopeOf(feature))) return false;
    if (!edges || feature.kind === 'multipoint') return exact(feature);
    if (feature.kind === 'point')
      return edges.locate(feature.coordinates[0] as number, feature.coordinates[1] as number) === 1;
    if (edges.meetsEdgesOf(feature)) return exact(feature);
    if (someFirstVertex(feature, (x, y) => edges.locate(x, y) < 1)) return false;
    // A hole or an island of the query polygon may lie inside the feature.
    if (feature.kind === 'polyline') return true;
    const own = new Edges(feature);
    return !someFirstVertex(filter, (x, y) => own.locate(x, y) === 1);
  };
}
