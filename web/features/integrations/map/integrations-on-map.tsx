import { useEffect } from 'react';
import { useApplicationContext } from '../../../context/application-context.ts';
import { useEmbedded } from '../../../context/embedded.ts';
import { takeClicks } from '../../../map/integration-marker/integration-markers.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { useHub, useStore } from '../host/hub.ts';
import { MapSwitches } from './map-switches.tsx';
import { useLinkedLook } from './use-linked-look.ts';
import { useMarkers } from './use-markers.ts';
import { useMapForNotes } from './use-map-for-notes.ts';

/** What integrations do on an open map: clicks choose their place, markers show where they look, and the address
 * says it. Nothing while none is open, and nothing in a map that another page embeds: there are no integrations there. */
export function IntegrationsOnMap() {
  return useEmbedded() ? null : <InApplication />;
}

function InApplication() {
  const { openIntegrations } = useApplicationContext();
  useLinkedLook();
  return openIntegrations.length > 0 ? <OnMap /> : null;
}

function OnMap() {
  const model = useMapModel();
  const hub = useHub();
  const { setCurrentMapLocation } = useApplicationContext();
  const { placing } = useStore(hub.choices);
  const zoom = useMapState((state) => state.place?.zoom);
  const pick = useMarkers();
  useMapForNotes();
  useEffect(() => {
    if (zoom !== undefined) hub.zoom.set(zoom);
  }, [hub, zoom]);
  useEffect(
    () => model && takeClicks(model, { pick, onPlace: placing ? setCurrentMapLocation : undefined }),
    [model, pick, placing, setCurrentMapLocation],
  );
  return <MapSwitches />;
}
