import type { HostedLayer } from '../layer/layer.ts';
import { aggregateNames } from './query/aggregate-geometry.ts';

/**
 * `advancedQueryCapabilities` of a layer: clients offer what is true here. `testing/client/query-capabilities.test.ts` asks for each
 * of them.
 */
export function queryCapabilities({ geometryType, fields, hasAttachments }: HostedLayer): object {
  const isSpatial = geometryType !== null;
  return {
    supportsPagination: true,
    supportsPaginationOnAggregatedQueries: true,
    supportsOrderBy: true,
    supportsDistinct: true,
    supportsCountDistinct: true,
    supportsStatistics: true,
    supportsPercentileStatistics: true,
    supportsSpatialAggregationStatistics: isSpatial,
    supportedSpatialAggregationStatistics: isSpatial ? aggregateNames : [],
    supportsHavingClause: true,
    supportsReturningQueryExtent: isSpatial,
    // Only as JSON, while clients that see this ask for protocol buffers.
    supportsReturningGeometryCentroid: false,
    supportsReturningGeometryProperties: false,
    supportsQueryWithDistance: isSpatial,
    supportsQueryWithResultType: true,
    supportsQueryWithCacheHint: true,
    supportsReturningQueryGeometry: false,
    supportsMaxRecordCountFactor: true,
    supportsTopFeaturesQuery: true,
    supportsSqlExpression: true,
    supportsCurrentUserQueries: true,
    supportsFullTextSearch: fields.some(({ type }) => type === 'esriFieldTypeString'),
    supportsTrueCurve: false,
    supportsQueryRelatedPagination: false,
    supportsAdvancedQueryRelated: true,
    supportsQueryAttachments: hasAttachments,
    supportsQueryAttachmentsWithReturnUrl: hasAttachments,
    supportsQueryAttachmentsCountOnly: hasAttachments,
    supportsQueryAttachmentOrderByFields: hasAttachments,
    supportsQueryAttachmentWithTypeWildcard: hasAttachments,
    useStandardizedQueries: true,
  };
}
