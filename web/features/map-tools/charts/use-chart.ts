import { hashKey, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useId, useMemo } from 'react';
import {
  type ChartRequest,
  type ChartSelection,
  type ChartSession,
  isSingle,
} from '../../../map/charts/charts.ts';
import type { LayerField } from '../../../map/layers/layer-fields.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import type { Selected } from '../../../map/select/selected.ts';
import { useStore } from '../../../store.ts';

/** Whether the layer has the fields that the type of chart needs. */
export function isComplete({ kind, field, value }: ChartRequest): boolean {
  return isSingle(kind) || (field !== undefined && (kind !== 'scatter' || value !== undefined));
}

/**
 * The chart's values, read again after edits, when the layer shows other features, and when the map is
 * stationary elsewhere if only features in view count.
 */
export function useChart(
  session: ChartSession | undefined,
  request: ChartRequest,
  {
    layer,
    known,
    selected,
  }: {
    layer: Pick<LayerState, 'filter' | 'asOf'> | undefined;
    known: boolean;
    selected: readonly number[] | undefined;
  },
) {
  const own = useId();
  const extent = useStore(session?.extent, '');
  const edits = useStore(session?.edits, 0);
  const { inView, onlySelected } = request;
  const chosen = useMemo(() => (onlySelected ? mark(selected ?? []) : ''), [onlySelected, selected]);
  return useQuery({
    queryKey: mapKeys.chart(
      own,
      request,
      [layer?.filter, layer?.asOf],
      `${inView ? extent : ''} ${chosen} ${edits}`,
    ),
    queryFn: ({ signal }) => session?.read(request, signal),
    enabled: session !== undefined && known && isComplete(request),
    placeholderData: (previous, query) =>
      // Only a previous result of the same chart is shown meanwhile: another one has other axes.
      query?.meta && sameAs(request) === sameAs(query.meta) ? previous : undefined,
    meta: { ...request },
    gcTime: 0,
  });
}

/** Equal for equal requests, in whichever order their members were set. */
const sameAs = (request: object) => hashKey([request]);

/** A short key of a set of features. */
function mark(ids: readonly number[]): string {
  return `${ids.length} ${ids.reduce((sum, id) => (Math.imul(sum, 31) + id) | 0, 7)}`;
}

const nothing: Selected = new Map();

/** The selected features of the layer; undefined without any. */
export function useSelection(session: ChartSession | undefined, request: ChartRequest) {
  const { layerId } = request;
  const selected = useStore(session?.selected, nothing).get(layerId);
  const select = (selection: ChartSelection | undefined) => {
    if (!selection) session?.clear(layerId);
    // A layer that does not respond is shown as failed; its selection stays.
    else session?.select(request, selection).catch(() => {});
  };
  return [selected, select] as const;
}

/** Names the fields that no longer exist. */
export function missingText(t: TFunction, missing: readonly string[]): string {
  // Names are shown in their own direction.
  const names = missing.map((name) => `\u2068${name}\u2069`).join(', ');
  return t('layers.missing', { count: missing.length, names });
}

/** The fields of a chart that its layer does not have, such as renamed ones of a saved chart. */
export function missingFields(
  { field, value }: Partial<ChartRequest> = {},
  fields: readonly LayerField[] | undefined,
): string[] {
  if (!fields) return [];
  return [field, value].filter(
    (name) => name !== undefined && fields.every((known) => known.name !== name),
  ) as string[];
}
