import { envelopeHolds, envelopeOf, envelopesMeet, type Geometry, type GeometryKind } from '../geometry.ts';
import { Edges } from './edges.ts';
import { intersects } from './intersects.ts';
import { polygonRelation } from './polygon-relations.ts';
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
  const edges = new Edges(filter);
  if (relation === 'intersects') return (feature) => intersects(edges, new Edges(feature));
  let topology: ((feature: Geometry) => boolean) | undefined;
  const exact = (feature: Geometry) => (topology ??= topologyTest(filter, relation))(feature);
  return (feature) => {
    const own = new Edges(feature);
    if (relation === 'contains' && !envelopeHolds(edges.envelope, own.envelope)) return false;
    if (relation === 'within' && !envelopeHolds(own.envelope, edges.envelope)) return false;
    // Every relation needs a common point, which is cheap to find out.
    if (!intersects(edges, own)) return false;
    if (isTopological(relation, filter.kind, feature.kind)) return exact(feature);
    return polygonRelation(edges, own, relation) ?? exact(feature);
  };
}

/** Whether each test looks at all of both geometries, however little of them is near the other. */
export function isTopological(
  relation: SpatialRelation,
  filter: GeometryKind,
  feature: GeometryKind,
): boolean {
  return (
    relation !== 'intersects' &&
    relation !== 'envelopeIntersects' &&
    filter !== 'polygon' &&
    feature !== 'polygon'
  );
}
