import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { hostsOf } from '../../../../wire/map-hosts.ts';
import type { MapPlace } from '../../../../wire/url-state.ts';
import { reportMapOpened } from '../../../api/administration.ts';
import { getSharedMap } from '../../../api/maps.ts';
import { useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import { openHostsOnce } from '../../../context/page-hosts.ts';
import type { PrefetchedAnswers, WebMapSource } from '../../../map/map-source.ts';
import { prefetchLayerResources } from '../../../map/prefetch-layer-resources.ts';
import { withThemedBasemap } from '../../../map/themed-basemap.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { loadWebMap } from '../../../portal/web-map.ts';
import { useAppearance } from './use-appearance.ts';

/** What the viewer opens: a portal's map, a shared map, or a new one. */
export type ViewerMap =
  { kind: 'new' } | { kind: 'web-map'; id: string } | { kind: 'shared-map'; id: string };

/** A map's document, from any source. */
export interface MapDocument {
  title: string;
  webMap: WebMapSource;
  /** Prefetched resources of its layers. */
  early: PrefetchedAnswers;
  /** The initial viewpoint, if not in the web map itself. */
  place?: MapPlace;
}

/**
 * The document of the map to open; requested again after a sign-in. A new map uses the organisation's template, if
 * there is one.
 */
export function useMapDocument(map: ViewerMap, template: string) {
  const { org, config, connection } = useConfiguration();
  const { scheme } = useAppearance();
  const { who, known } = usePortalIdentity(connection);
  const id = map.kind === 'new' ? template : map.id;
  useCountOpened(org, `${map.kind} ${id}`, known);
  const { session } = connection;
  const askFor = (data: unknown) => {
    const themed = withThemedBasemap(data, config.map.basemap, scheme, location.origin);
    return prefetchLayerResources(themed, connection);
  };
  /** Never resolves if the page reloads to allow the hosts that the map names. */
  const opened = async (data: unknown): Promise<void> => {
    if (openHostsOnce(hostsOf(data), { org, keepWork: () => session.keepWork() }))
      await new Promise<never>(() => {});
  };
  return useQuery({
    queryKey: personKeys(connection, who).mapDocument(org, map.kind, id),
    queryFn: async ({ signal }): Promise<MapDocument> => {
      if (map.kind === 'shared-map') {
        const { title, webMap, viewpoint } = await getSharedMap(org, id, signal);
        await opened(webMap);
        const place = viewpoint && {
          lat: viewpoint.latitude,
          lng: viewpoint.longitude,
          zoom: viewpoint.zoom,
          rotation: viewpoint.rotation,
        };
        return {
          title,
          webMap: { item: undefined, data: webMap },
          early: askFor(webMap),
          ...(place && { place }),
        };
      }
      const { item, data } = await loadWebMap(connection, id, signal);
      await opened(data);
      return { title: item.title, webMap: { item: { id, answer: item }, data }, early: askFor(data) };
    },
    enabled: known && id !== '',
    // A map that is open stays as it was opened.
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Counts each opened map once (administrators see daily numbers), after the user's identity is known. */
function useCountOpened(org: string, map: string, known: boolean): void {
  const counted = useRef('');
  useEffect(() => {
    if (!known || counted.current === map) return;
    counted.current = map;
    void reportMapOpened(org);
  }, [org, map, known]);
}
