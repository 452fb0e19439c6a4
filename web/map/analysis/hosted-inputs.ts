import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { type HostedInput, type Recipe, serverAnalyses } from '../../../wire/analysis.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { Selected } from '../select/selected.ts';
import type { Store } from '../../store.ts';
import type { HostedInputs } from './analysis.ts';

interface Inputs {
  view: MapView;
  layerOf: (layerId: string, signal?: AbortSignal) => Promise<FeatureLayer>;
  selected: Store<Selected>;
}

/**
 * The inputs of a recipe where a server hosts all of them.
 * @throws MappingError `analysis:nothing-selected`, `analysis:no-wkid`
 */
export async function hostedInputs(
  { view, layerOf, selected }: Inputs,
  { input, other, onlySelected }: Recipe,
  server: string,
  signal?: AbortSignal,
): Promise<HostedInputs | undefined> {
  const read = async (layerId: string, objectIds: readonly number[] | undefined) => {
    const layer = await layerOf(layerId, signal);
    if (objectIds?.length === 0) throw nothingSelected();
    if (!layer.url?.startsWith(server) || (objectIds && objectIds.length > serverAnalyses.ids))
      return undefined;
    // The server would read the current features.
    if (layer.historicMoment) return undefined;
    const where = layer.definitionExpression || undefined;
    const features =
      objectIds?.length ?? (await layer.queryFeatureCount({ where: where ?? '1=1' }, signal && { signal }));
    const source: HostedInput = {
      url: `${layer.url}/${layer.layerId}`,
      ...(where && { where }),
      ...(objectIds && { objectIds }),
    };
    return { source, features };
  };
  const first = await read(input, onlySelected ? (selected.get().get(input) ?? []) : undefined);
  const second = other === undefined ? undefined : await read(other, undefined);
  if (!first || (other !== undefined && !second)) return undefined;
  return {
    input: first.source,
    ...(second && { other: second.source }),
    wkid: wkidOf(view),
    features: Math.max(first.features, second?.features ?? 0),
  };
}

export function nothingSelected(): MappingError {
  return new MappingError('analysis:nothing-selected', 'No features of the layer are selected.', {
    status: 400,
  });
}

/**
 * The code of the map's coordinate system, in which analyses compute. They run where the map is not, so its
 * description as a text (WKT) would not do.
 *
 * @throws MappingError `analysis:no-wkid`
 */
export function wkidOf({ spatialReference }: Pick<MapView, 'spatialReference'>): number {
  const wkid = spatialReference?.wkid;
  if (wkid && wkid > 0) return wkid;
  throw new MappingError('analysis:no-wkid', 'The coordinate system of the map has no code.', {
    status: 400,
  });
}
