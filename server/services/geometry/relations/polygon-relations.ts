import type { Edges } from './edges.ts';
import { type Pieces, piecesBy } from './polygon-pieces.ts';
import type { TopologyRelation } from './topology.ts';

/**
 * Whether `filter <relation> feature` holds for two geometries that have a point in common, of which at least one is a
 * polygon. The cost follows the vertices near each other. Undefined: only the full topology can tell.
 */
export function polygonRelation(
  filter: Edges,
  feature: Edges,
  relation: TopologyRelation,
): boolean | undefined {
  if (filter.geometry.kind !== 'polygon') return intoPolygon(filter, feature, relation, 'within');
  if (feature.geometry.kind !== 'polygon') return intoPolygon(feature, filter, relation, 'contains');
  return betweenPolygons(filter, feature, relation);
}

/** `inner` is a line or points, `holds` the relation that means that it lies in the polygon. */
function intoPolygon(
  inner: Edges,
  polygon: Edges,
  relation: TopologyRelation,
  holds: 'within' | 'contains',
): boolean | undefined {
  if (relation !== holds && relation !== 'touches' && relation !== 'crosses') return false;
  const pieces = piecesBy(inner, polygon, decided(relation));
  if (!pieces) return undefined;
  if (relation === 'touches') return !pieces.inside;
  return pieces.inside && (relation === 'crosses') === pieces.outside;
}

function decided(relation: TopologyRelation): (pieces: Pieces) => boolean {
  if (relation === 'touches') return ({ inside }) => inside;
  if (relation === 'crosses') return ({ inside, outside }) => inside && outside;
  return ({ outside }) => outside;
}

/** What two polygons have in common, and what each has of its own; everything follows from where their edges lie. */
function betweenPolygons(filter: Edges, feature: Edges, relation: TopologyRelation): boolean | undefined {
  // An area does not cross another.
  if (relation === 'crosses') return false;
  const ofFeature = piecesBy(feature, filter, ({ inside, outside }) => inside && outside);
  if (!ofFeature) return undefined;
  const { same, opposite } = ofFeature;
  // Edges on both sides of a boundary: each polygon has an area of its own, and one in common.
  if (ofFeature.inside && ofFeature.outside) return relation === 'overlaps';
  const ofFilter = piecesBy(filter, feature, ({ inside, outside }) => inside && outside);
  if (!ofFilter) return undefined;
  const shared = ofFeature.inside || ofFilter.inside || same;
  const featureAlone = ofFeature.outside || ofFilter.inside || opposite;
  const filterAlone = ofFilter.outside || ofFeature.inside || opposite;
  if (relation === 'touches') return !shared;
  if (relation === 'overlaps') return shared && featureAlone && filterAlone;
  return shared && !(relation === 'contains' ? featureAlone : filterAlone);
}
