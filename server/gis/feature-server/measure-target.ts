import type { BudgetName } from '../../platform/budgets/budgets.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { hasTimeExtent, readTimeExtent } from '../storage/statistics-store.ts';
import { isMeasured, measureView } from '../storage/view-extent-store.ts';
import type { FeatureServiceContext, ServiceRights } from './context.ts';
import { mayReadFeatures } from './rights.ts';

/** The service or the layer of a call. */
export interface MeasuredTarget {
  /** The address of the operation below the service or the layer. */
  path: string;
  /** The class of work of the operation. */
  budget: BudgetName;
  layers: readonly HostedLayer[];
  layer: HostedLayer | undefined;
}

/** Descriptions of several layers, which contain the times of each. */
const withTimes = new Set(['/layers', '/collections']);

/**
 * The target with what is computed from all features: the number and the extent of those that a view shows. The times in
 * descriptions are in the cache then. Small work reads no tables, so queries of features wait for this instead of it. Nothing is
 * computed of features that the caller may not read.
 * @throws MappingError `busy:features` (503), or that of the operation's class
 */
export async function measureTarget<Target extends MeasuredTarget>(
  { reader, budgets }: Pick<FeatureServiceContext, 'reader' | 'budgets'>,
  target: Target,
  rights: ServiceRights,
): Promise<Target> {
  const { layer, layers, path, budget } = target;
  const showsTimes = layer ? path === '' : withTimes.has(path);
  const isReady = (one: HostedLayer) =>
    !mayReadFeatures(one, rights) || (isMeasured(reader, one) && (!showsTimes || hasTimeExtent(reader, one)));
  const measure = async (one: HostedLayer) => {
    if (!mayReadFeatures(one, rights)) return one;
    const measured = await measureView(reader, one);
    if (showsTimes) await readTimeExtent(reader, measured);
    return measured;
  };
  const work = async (): Promise<Target> => {
    const measured: HostedLayer[] = [];
    for (const one of layers) measured.push(await measure(one));
    return { ...target, layers: measured, layer: layer && (await measure(layer)) };
  };
  if ([...layers, ...(layer ? [layer] : [])].every(isReady)) return work();
  return budgets[budget === 'small' ? 'features' : budget].run(undefined, work);
}
