import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { parseCoordinates } from '../../../map/coordinates/parse-coordinates.ts';
import { useMapModel } from '../../../map/map-model.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { findFeatures } from '../../../map/search/find-features.ts';
import { locatorOf, requireLocator, suggestPlaces } from '../../../portal/find-places.ts';
import { portalKeys } from '../../../portal/query-keys.ts';
import type { SearchHit } from './search-hit.ts';

/** Debounce in milliseconds before a search, and the minimum length of the text. */
const silence = 200;
const least = 2;

/** The hits for a text: coordinates, places, features. The sources are independent and do not block each other. */
export function useHits(typed: string): { hits: readonly SearchHit[]; searching: boolean; error?: unknown } {
  const { t } = useTranslation();
  const model = useMapModel();
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const locator = locatorOf(portal);
  const text = useSettled(typed.trim());
  const enabled = text.length >= least;
  const position = useMemo(() => parseCoordinates(text), [text]);
  const places = useQuery({
    queryKey: portalKeys(connection).places(locator?.url, text),
    queryFn: ({ signal }) =>
      suggestPlaces(connection, requireLocator(portal), text, model?.state.get().place, signal),
    // A portal without a locator is reported here; one that is still loading is awaited.
    enabled: enabled && portal !== undefined && !position,
    staleTime: 60_000,
  });
  const features = useQuery({
    queryKey: mapKeys.features(text),
    queryFn: () => (model ? findFeatures(model, text) : []),
    enabled: enabled && model !== undefined && !position,
    gcTime: 0,
  });
  const hits = useMemo<SearchHit[]>(() => {
    if (!enabled) return [];
    if (position) {
      const title = `${position.lat.toFixed(6)}, ${position.lng.toFixed(6)}`;
      return [
        { kind: 'coordinates', key: 'coordinates', title, group: t('search.coordinates'), ...position },
      ];
    }
    return [
      ...(places.data ?? []).map((found, index): SearchHit => ({
        kind: 'place',
        key: `place ${index} ${found.key}`,
        title: found.text,
        group: t('search.places'),
        text: found.text,
        suggestion: found.key,
      })),
      ...(features.data ?? []).map((found): SearchHit => ({
        kind: 'feature',
        key: `feature ${found.layerId} ${found.objectId}`,
        title: found.title,
        group: found.layerTitle || t('search.features'),
        layerId: found.layerId,
        objectId: found.objectId,
      })),
    ];
  }, [enabled, position, places.data, features.data, t]);
  const searching = enabled && (places.isFetching || features.isFetching);
  const nothing = enabled && !searching && hits.length === 0 && text === typed.trim();
  return { hits, searching, error: places.error ?? (nothing ? 'nothing' : undefined) };
}

/** The debounced text. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), silence);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
