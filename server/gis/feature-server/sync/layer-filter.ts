import { z } from 'zod';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import type { FeatureRow, FeatureSelection } from '../../storage/feature-store.ts';
import { featuresAsJson } from '../response-json.ts';
import { clauseContextOf, type ServiceCall } from '../context.ts';
import { readGeometryOutput } from '../query/output.ts';
import { readSelection, type SelectionRequest } from '../query/requested-features-condition.ts';

/** The parameter `layerQueries`: which features of a layer a copy contains. */
export const layerQueries = z.record(
  z.string(),
  z.strictObject({
    where: z.string().nullish(),
    queryOption: z.enum(['useFilter', 'all', 'none']).default('useFilter'),
    useGeometry: z.boolean().default(true),
    includeRelated: z
      .literal(false, 'Including related rows is not supported. Specify a query for each layer.')
      .optional(),
  }),
  'Expected {"0": {"where": "…"}}.',
);

export interface LayerFilter {
  where?: string | null | undefined;
  queryOption: 'useFilter' | 'all' | 'none';
  useGeometry: boolean;
}

/** The filter of layers without a query. */
export const usualFilter: LayerFilter = { queryOption: 'useFilter', useGeometry: true };

/**
 * The filter of a layer's features; undefined: none of them. A table has no place.
 * @throws MappingError 400 for a filter whose features change without an edit
 */
export function readLayerFilter(
  { where, queryOption, useGeometry }: LayerFilter,
  { geometry, ...space }: SelectionRequest,
  layer: HostedLayer,
  call: Pick<ServiceCall, 'context' | 'rights'>,
): FeatureSelection | undefined {
  if (queryOption === 'none') return undefined;
  const isWhole = queryOption === 'all';
  const isSpatial = layer.geometryType !== null && !isWhole && useGeometry;
  const wanted = {
    ...space,
    where: isWhole ? undefined : (where ?? undefined),
    ...(isSpatial && { geometry }),
  };
  const selection = readSelection(wanted, layer, clauseContextOf(call));
  if (selection.volatile)
    throw parameterError('layerQueries', 'A filter that depends on the time or the user has no changes.');
  return selection;
}

/** Features as Esri JSON with all their attributes. */
export function writeFeatures(
  layer: HostedLayer,
  rows: readonly FeatureRow[],
  outSR: number | undefined,
): object[] {
  const { fields, geometryType } = layer;
  const output =
    geometryType === null
      ? null
      : readGeometryOutput({ outSR, returnZ: true, returnM: true, maxAllowableOffset: 0 }, layer);
  return featuresAsJson({ layer, fields, rows: [...rows], output, exceeded: false }).features;
}
