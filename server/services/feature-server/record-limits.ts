import type { HostedLayer } from '../layer/layer.ts';
import { limits } from '../../limits.ts';

/** Most features of one answer, by the kind of answer (portal-wire §5). */
export function recordLimit(layer: HostedLayer, resultType: string | undefined): number {
  if (resultType === 'tile') return limits.featureTile;
  if (resultType === 'standard')
    return layer.geometryType === 'esriGeometryPoint' ? limits.featureTile : limits.featureStandardPage;
  return limits.featurePage;
}
