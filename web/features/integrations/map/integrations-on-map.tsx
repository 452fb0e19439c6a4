import { useEffect } from 'react';
import { useApplicationContext } from '../../../context/application-context.ts';
import { useEmbedded } from '../../../context/embedded.ts';
import { aim, areaOf, takeClicks } from '../../../map/integration-marker/integration-markers.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { useHub } from '../host/hub.ts';
import { MapSwitches } from './map-switches.tsx';
import { ChoosePlaceNote } from '../choose-place-note.tsx';
import { useLinkedLook } from './use-linked-look.ts';
import { useMarkers } from './use-markers.ts';
import { useMapForNotes } from './use-map-for-notes.ts';
import { usePinTool } from './use-pin-tool.ts';

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
  const placing = usePinTool();
  const place = useMapState((state) => state.place);
  const zoom = place?.zoom;
  const pick = useMarkers();
  useMapForNotes();
  useEffect(() => {
    if (zoom !== undefined) hub.zoom.set(zoom);
  }, [hub, zoom]);
  useEffect(() => {
    if (model && place) hub.area.set(areaOf(model));
  }, [hub, model, place]);
  useEffect(() => () => hub.area.set(undefined), [hub]);
  useEffect(
    () => model && takeClicks(model, { pick, onPlace: placing ? setCurrentMapLocation : undefined }),
    [model, pick, placing, setCurrentMapLocation],
  );
  useEffect(() => (model && placing ? aim(model) : undefined), [model, placing]);
  return (
    <>
      <MapSwitches />
      <ChoosePlaceNote onMap />
    </>
  );
}
