import { useMemo, useState } from 'react';
import { parseUrlState } from '../../../../wire/url-state.ts';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import type { MapSource } from '../../../map/map-source.ts';
import { type OtherWork, turnsOf } from './other-work.ts';
import { useMapDocument, type ViewerMap } from './use-map-document.ts';

/**
 * Collects the input for opening a map: the portal's description and the map's document, requested in parallel while
 * the SDK loads. `source` keeps its identity while it refers to the same map.
 */
export function useMapSource(
  map: ViewerMap,
  instead: OtherWork | undefined,
  open: (work: OtherWork) => void,
) {
  const { config, connection } = useConfiguration();
  const { portal } = useIdentity();
  const { templateWebMapId, basemap, extent } = config.map;
  const document = useMapDocument(map, templateWebMapId);
  // The viewpoint is read once: from then on the map owns its view, and the URL follows it.
  const [linked] = useState(() => parseUrlState(location.hash).state.at);
  // A missing template must not prevent a new map.
  const fresh = map.kind === 'new' && (templateWebMapId === '' || document.isError);
  const { data } = document;
  const ready = portal !== undefined && (fresh || data !== undefined);
  // A new map starts from the template, but is not that item.
  const item = map.kind === 'new' ? undefined : data?.webMap.item;
  const source = useMemo<MapSource | undefined>(
    () =>
      ready
        ? {
            portal: connection,
            portalSelf: portal,
            webMap: instead ? { item, data: instead.document } : data && { item, data: data.webMap.data },
            ...(instead && !instead.saved && { unsaved: { since: instead.since } }),
            ...(instead && { turns: turnsOf(instead, open) }),
            early: data?.early,
            basemap,
            extent,
            // Other work replaces the current one.
            place: instead ? parseUrlState(location.hash).state.at : (linked ?? data?.place),
          }
        : undefined,
    // The portal's description is reloaded in another language; the map stays open.
    // oxlint-disable-next-line react/exhaustive-deps
    [ready, connection, data, item, basemap, extent, linked, instead, open],
  );
  return {
    source,
    /** Known before the map is open, for the header. */
    title: map.kind === 'new' ? undefined : data?.title,
    error: fresh ? null : document.error,
    retry: () => void document.refetch(),
  };
}
