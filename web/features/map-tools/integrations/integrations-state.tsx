import { useEffect, useRef, useState } from 'react';
import { useConfiguration, useIntegrations } from '../../../context/application-context.ts';
import { readStoredIntegrations, storeIntegrations } from '../../../context/stored-integrations.ts';
import { useStore } from '../../../store.ts';
import { createHub, parseHub, serializeHub } from './host/create-hub.ts';
import type { IntegrationsHub } from './host/hub.ts';
import { mapChosen, pageClosed } from './host/shared-location.ts';

/** Keeps the state that drawer, windows and map share, and restores it after a reload. Renders nothing. */
export function IntegrationsState({ onHub }: { onHub: (hub: IntegrationsHub) => void }) {
  const { org } = useConfiguration();
  const [hub] = useState(() => createHub(parseHub(readStoredIntegrations(sessionStorage, org).more)));
  useFollowedMap(hub);
  useReportedLocation(hub);
  useCleanUp(hub);
  useNewestInFront(hub);
  useStoredHub(hub);
  useEffect(() => onHub(hub), [onHub, hub]);
  return null;
}

/** Makes a location chosen on the map the shared one of all integrations. */
function useFollowedMap(hub: IntegrationsHub): void {
  const { currentMapLocation } = useIntegrations();
  const restored = useRef(hub.sharing.get().shared && currentMapLocation);
  useEffect(() => {
    if (!currentMapLocation || currentMapLocation === restored.current) return;
    const { lat, lng } = currentMapLocation;
    hub.sharing.set(mapChosen(hub.sharing.get(), { lat, lng }));
  }, [hub, currentMapLocation]);
}

/** Publishes the leading integration's location as `currentIntgLocation` of the application context. */
function useReportedLocation(hub: IntegrationsHub): void {
  const { setCurrentIntgLocation } = useIntegrations();
  const { leader, poses } = useStore(hub.sharing);
  const pose = leader === undefined ? undefined : poses.get(leader);
  useEffect(() => {
    if (!leader || !pose) return setCurrentIntgLocation(undefined);
    const { lat, lng, heading, pitch } = pose;
    setCurrentIntgLocation({
      integrationId: leader,
      lat,
      lng,
      ...(heading !== undefined && { heading }),
      ...(pitch !== undefined && { pitch }),
    });
  }, [leader, pose, setCurrentIntgLocation]);
}

/** Removes markers, graphics and windows of closed integrations, and everything when the page is left. */
function useCleanUp(hub: IntegrationsHub): void {
  const { availableIntegrations } = useIntegrations();
  useEffect(() => {
    for (const { id, state } of availableIntegrations) {
      if (state !== 'inactive') continue;
      hub.sharing.set(pageClosed(hub.sharing.get(), id));
      if (hub.note.get()?.integration === id) hub.note.set(undefined);
      if (hub.graphics.get().has(id)) {
        const graphics = new Map(hub.graphics.get());
        graphics.delete(id);
        hub.graphics.set(graphics);
      }
    }
  }, [hub, availableIntegrations]);
  useEffect(() => {
    const closeWindows = () => {
      for (const window of hub.windows.values()) window.close();
      hub.windows.clear();
    };
    window.addEventListener('pagehide', closeWindows);
    return () => window.removeEventListener('pagehide', closeWindows);
  }, [hub]);
}

/** Activates the tab of an integration that is opened or returns from a window. */
function useNewestInFront(hub: IntegrationsHub): void {
  const { openIntegrations } = useIntegrations();
  const active = openIntegrations.filter(({ state }) => state === 'active').map(({ id }) => id);
  const before = useRef(active);
  useEffect(() => {
    const opened = active.find((id) => !before.current.includes(id));
    before.current = active;
    if (opened !== undefined) hub.shownTab.set(opened);
  });
}

function useStoredHub(hub: IntegrationsHub): void {
  const { org } = useConfiguration();
  const { openIntegrations, currentMapLocation } = useIntegrations();
  const sharing = useStore(hub.sharing);
  const choices = useStore(hub.choices);
  const shownTab = useStore(hub.shownTab);
  const note = useStore(hub.note);
  useEffect(() => {
    storeIntegrations(sessionStorage, org, {
      open: openIntegrations.map(({ id }) => id),
      ...(currentMapLocation && openIntegrations.length > 0 && { location: currentMapLocation }),
      more: serializeHub({ sharing, choices, shownTab, note }),
    });
  }, [org, openIntegrations, currentMapLocation, sharing, choices, shownTab, note]);
}
