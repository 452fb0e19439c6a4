import type { HostedLayer } from '../layer/layer.ts';
import { statisticTypes } from '../storage/statistics-condition.ts';
import { binTypes, normalizations } from './query/bins/read-bin.ts';
import { aggregateNames } from './query/aggregate-geometry.ts';

/**
 * `advancedQueryCapabilities` of a layer: clients offer only what is `true`. `testing/client/query-capabilities.test.ts` uses each
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
    // Only as JSON, while clients that see this request protocol buffers.
    supportsReturningGeometryCentroid: false,
    supportsReturningGeometryProperties: false,
    supportsQueryWithDistance: isSpatial,
    supportsQueryWithResultType: true,
    supportsQueryWithCacheHint: true,
    supportsReturningQueryGeometry: false,
    supportsMaxRecordCountFactor: true,
    supportsTopFeaturesQuery: true,
    supportsQueryBins: true,
    supportsQueryDateBins: fields.some(({ type }) => type === 'esriFieldTypeDate'),
    supportsSqlExpression: true,
    supportsCurrentUserQueries: true,
    supportsFullTextSearch: fields.some(({ type }) => type === 'esriFieldTypeString'),
    supportsTrueCurve: false,
    supportsQueryRelatedPagination: true,
    supportsAdvancedQueryRelated: true,
    supportsQueryAttachments: hasAttachments,
    supportsQueryAttachmentsWithReturnUrl: hasAttachments,
    supportsQueryAttachmentsCountOnly: hasAttachments,
    supportsQueryAttachmentOrderByFields: hasAttachments,
    supportsQueryAttachmentWithTypeWildcard: hasAttachments,
    useStandardizedQueries: true,
  };
}

/** `queryBinsCapabilities` of a layer; `testing/client/query-bins.test.ts` uses each of them. */
export const queryBinsCapabilities = {
  ...Object.fromEntries(
    binTypes.map((type) => [`supports${type.charAt(0).toUpperCase()}${type.slice(1)}`, true]),
  ),
  supportsStackBy: true,
  supportsSplitBy: true,
  supportsSnapToData: true,
  supportsReturnFullIntervalBin: true,
  supportsFirstDayOfWeek: true,
  supportsNormalization: true,
  supportedNormalizationTypes: normalizations,
  supportedStatisticTypes: statisticTypes.map((type) => type.toUpperCase()),
};
