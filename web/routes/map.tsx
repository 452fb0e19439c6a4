import { useCallback, useMemo } from 'react';
import { useParams } from 'react-router';
import { useApplicationContext } from '../context/application-context.ts';
import { rememberMap } from '../context/recent-maps.ts';
import { MapViewer, type ViewerMap } from '../features/viewer/index.ts';
import { viewerSlots } from './viewer-tools.tsx';

/** `/{org}/map`: a new map (Map > New). */
export function BasicMapRoute() {
  return <MapViewer key="new" map={newMap} slots={viewerSlots} />;
}

/** `/{org}/map/wid/{wid}`: a web map of the portal. */
export function WebMapRoute() {
  const { wid = '' } = useParams();
  return <StoredMap key={wid} kind="web-map" id={wid} />;
}

/** `/{org}/map/sid/{sid}`: a shared map of ours. */
export function SharedMapRoute() {
  const { sid = '' } = useParams();
  return <StoredMap key={sid} kind="shared-map" id={sid} />;
}

const newMap: ViewerMap = { kind: 'new' };

function StoredMap({ kind, id }: { kind: 'web-map' | 'shared-map'; id: string }) {
  const { org, connection } = useApplicationContext();
  const map = useMemo<ViewerMap>(() => ({ kind, id }), [kind, id]);
  const remember = useCallback(
    (title: string) => {
      const by = connection.session.credential?.userId;
      rememberMap(localStorage, org, {
        kind: kind === 'web-map' ? 'wid' : 'sid',
        id,
        title,
        openedAt: Date.now(),
        ...(by && { by }),
      });
    },
    [org, connection, kind, id],
  );
  return <MapViewer map={map} onOpen={remember} slots={viewerSlots} />;
}
