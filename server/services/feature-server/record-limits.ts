import type { HostedLayer } from '../layer/layer.ts';
import { limits } from '../../limits.ts';

/** The largest number of features in one answer, by the request's `resultType`. */
export function recordLimit(layer: HostedLayer, resultType: string | undefined): number {
  if (resultType === 'tile') return limits.featureTile;
  if (resultType === 'standard')
    return layer.geometryType === 'esriGeometryPoint' ? limits.featureTile : limits.featureStandardPage;
  return limits.featurePage;
}
