import { Fragment, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MappingError } from '../../../../wire/errors.ts';
import { parseUrlState } from '../../../../wire/url-state.ts';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { OpenMapContext, type PieceOfWork } from '../../../context/open-map.ts';
import { MapCanvas } from '../../../map/map-canvas.tsx';
import type { MapSource } from '../../../map/map-source.ts';
import { MapProblem } from './map-problem.tsx';
import { type OtherWork, turnsOf } from './other-work.ts';
import { useAppearance } from './use-appearance.ts';
import { useMapDocument, type ViewerMap } from './use-map-document.ts';
import { ViewerFrame } from './viewer-frame.tsx';
import type { ViewerSlots } from './viewer-tools.ts';

export type { ViewerMap } from './use-map-document.ts';

export interface MapViewerProps {
  map: ViewerMap;
  /** Called with the title once the map's document is loaded. */
  onOpen?: (title: string) => void;
  slots?: ViewerSlots;
}

/**
 * A portal's map or a new one, with its tools. If a map cannot be opened, shows the reason in its place, with an
 * action.
 */
export function MapViewer({ map, onOpen, slots = {} }: MapViewerProps) {
  const { t } = useTranslation();
  const appearance = useAppearance();
  const [instead, setInstead] = useState<OtherWork>();
  const { source, title, error, retry } = useMapSource(map, instead, setInstead);
  const opened = useMemo(
    () => ({
      kind: map.kind,
      id: map.kind === 'new' ? '' : map.id,
      reopen: (next: PieceOfWork, left?: PieceOfWork & { saved: boolean }) =>
        setInstead((now) => ({ ...next, saved: false, undo: left && { ...left, undo: now?.undo } })),
    }),
    [map],
  );
  const [failure, setFailure] = useState<MappingError>();
  useEffect(() => {
    if (title !== undefined) onOpen?.(title);
  }, [title, onOpen]);
  const tryAgain = useCallback(() => location.reload(), []);
  if (error) return <MapProblem error={error} onRetry={retry} />;
  if (failure) return <MapProblem error={failure} onRetry={tryAgain} />;
  const shownTitle = map.kind === 'new' ? t('viewer.newMap') : title;
  const Around = slots.Around ?? Fragment;
  return (
    <OpenMapContext value={opened}>
      <MapCanvas
        source={source}
        appearance={appearance}
        label={title ?? t('viewer.map')}
        onFailure={setFailure}
      >
        {(canvas) => (
          <Around>
            <ViewerFrame canvas={canvas} title={shownTitle} slots={slots} />
          </Around>
        )}
      </MapCanvas>
    </OpenMapContext>
  );
}

/**
 * Collects the input for opening a map: the portal's description and the map's document, requested in parallel while
 * the SDK loads. `source` keeps its identity while it refers to the same map.
 */
function useMapSource(map: ViewerMap, instead: OtherWork | undefined, open: (work: OtherWork) => void) {
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
