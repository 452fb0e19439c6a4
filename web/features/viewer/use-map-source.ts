import { useMemo, useState } from 'react';
import { parseUrlState } from '../../../wire/url-state.ts';
import { useApplicationContext } from '../../context/application-context.ts';
import type { MapSource } from '../../map/map-source.ts';
import { useWebMap } from './use-web-map.ts';

/** What the viewer opens: a map of the portal, or a new one. */
export type ViewerMap = { kind: 'new' } | { kind: 'web-map'; id: string };

/**
 * Gathers what it takes to open a map: the portal's description and, for a map of the portal, its item and data, all asked
 * for at once while the SDK is loading. `source` keeps its identity for as long as it means the same map.
 */
export function useMapSource(map: ViewerMap) {
  const { config, connection, portal } = useApplicationContext();
  const template = config.map.templateWebMapId;
  const id = map.kind === 'web-map' ? map.id : template;
  const webMap = useWebMap(id);
  // The place is read once: from then on the map owns its view, and the address follows it.
  const [place] = useState(() => parseUrlState(location.hash).state.at);
  const { data } = webMap;
  // A template that is gone must not keep people from a new map.
  const withoutTemplate = map.kind === 'new' && webMap.isError;
  const ready = portal !== undefined && (id === '' || data !== undefined || withoutTemplate);
  const source = useMemo<MapSource | undefined>(
    () =>
      ready
        ? {
            portal: connection,
            portalSelf: portal,
            webMap: data && { id, item: data.item, data: data.data },
            basemap: config.map.basemap,
            extent: config.map.extent,
            place,
          }
        : undefined,
    // The portal's description comes again with another language; the map stays open.
    // oxlint-disable-next-line react/exhaustive-deps
    [ready, connection, data, id, config, place],
  );
  return {
    source,
    /** Known before the map is open, for the header. */
    title: map.kind === 'web-map' ? data?.item.title : undefined,
    error: withoutTemplate ? null : webMap.error,
    retry: () => void webMap.refetch(),
  };
}
