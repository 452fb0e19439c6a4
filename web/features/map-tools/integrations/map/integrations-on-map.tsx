import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type LinkedLook, parseUrlState } from '../../../../../wire/url-state.ts';
import { useConfiguration, useIntegrations } from '../../../../context/application-context.ts';
import { isExtension, waitsForPlace } from '../../../../../wire/integrations/extension-types.ts';
import { followAddress, writeAddress } from '../../../../context/addresses.ts';
import { mapLocationAt } from '../../../../context/locations.ts';
import { useEmbedded } from '../../../../context/page-frame.ts';
import {
  aim,
  areaOf,
  integrationMarkers,
  handleClicks,
} from '../../../../map/integration-marker/integration-markers.ts';
import type { IntegrationMarkers } from '../../../../map/integration-marker/integration-markers.ts';
import { useMapModel, useMapState } from '../../../../map/map-model.ts';
import { featuresAt, mapPicture } from '../../../../map/map-picture/map-picture.ts';
import type { LayerState } from '../../../../map/map-state.ts';
import { ChoosePlaceNote } from '../choose-place-note.tsx';
import { useStore } from '../../../../store.ts';
import { ExtensionsOnMap } from '../extension/extensions-on-map.tsx';
import { useHub } from '../host/hub.ts';
import type { ViewPose } from '../host/shared-location.ts';
import { MapSwitches } from './map-switches.tsx';

const pictureWidth = 1200;

/** Provides captures with the map's image, its visible layers and the features at the location. */
function useMapForNotes(): void {
  const model = useMapModel();
  const hub = useHub();
  useEffect(() => {
    if (!model) return undefined;
    hub.map.set({
      picture: () => mapPicture(model, pictureWidth),
      features: (place) => featuresAt(model, place),
      title: () => model.state.get().title,
      layers: () => visible(model.state.get().layers),
    });
    return () => hub.map.set(undefined);
  }, [model, hub]);
}

function visible(layers: readonly LayerState[]): { id: string; title: string }[] {
  return layers.flatMap((layer) =>
    layer.visible ? [{ id: layer.id, title: layer.title }, ...visible(layer.children)] : [],
  );
}

/**
 * Integrations on an open map: clicks choose their location, markers show their views, and the URL stores them. Does
 * nothing while none is open, or in an embedded map, which has no integrations.
 */
export function IntegrationsOnMap() {
  return useEmbedded() ? null : <InApplication />;
}

function InApplication() {
  const { openIntegrations } = useIntegrations();
  useLinkedLook();
  return (
    <>
      <ExtensionsOnMap />
      {!openIntegrations.every(isExtension) && <OnMap />}
    </>
  );
}

function OnMap() {
  const model = useMapModel();
  const hub = useHub();
  const { setCurrentMapLocation } = useIntegrations();
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
    () => model && handleClicks(model, { pick, onPlace: placing ? setCurrentMapLocation : undefined }),
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

/**
 * Keeps the pin tool in sync with the open integrations: one that waits for a location activates it until there is one;
 * Escape and closing the last integration release it.
 *
 * @returns whether a click on the map chooses a location
 */
function usePinTool(): boolean {
  const hub = useHub();
  const { openIntegrations, currentMapLocation } = useIntegrations();
  const pin = useStore(hub.pin);
  const waiting = openIntegrations.some(
    (each) => each.state === 'active' && waitsForPlace(each, currentMapLocation),
  );
  useEffect(() => {
    if (waiting && hub.pin.get() === 'off') hub.pin.set('once');
    if (!waiting && hub.pin.get() === 'once') hub.pin.set('off');
  }, [hub, waiting]);
  useEffect(() => {
    if (pin === 'off') return undefined;
    const release = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) hub.pin.set('off');
    };
    window.addEventListener('keydown', release);
    return () => window.removeEventListener('keydown', release);
  }, [hub, pin]);
  useEffect(() => () => hub.pin.set('off'), [hub]);
  return pin !== 'off';
}

/**
 * Keeps the markers of all open integrations on the map, and optionally the leading one in view.
 * @returns a handler that first checks whether a click hits an integration's graphic, and notifies that integration
 */
function useMarkers(): (spot: { x: number; y: number }) => boolean {
  const model = useMapModel();
  const hub = useHub();
  const { config } = useConfiguration();
  const { currentMapLocation: pin, setCurrentMapLocation } = useIntegrations();
  const { poses, leader } = useStore(hub.sharing);
  const graphics = useStore(hub.graphics);
  const { follow, coverage } = useStore(hub.choices);
  const shownGraphics = useMemo(
    () =>
      [...graphics].flatMap(([owner, features]) =>
        features
          .filter(({ properties }) => coverage || properties.kind !== 'photo')
          .map((feature) => ({ ...feature, owner })),
      ),
    [graphics, coverage],
  );
  const markers = useRef<IntegrationMarkers>(undefined);
  useEffect(() => {
    if (!model) return undefined;
    markers.current = integrationMarkers(model);
    return () => {
      markers.current?.remove();
      markers.current = undefined;
    };
  }, [model]);
  useEffect(() => {
    if (!model) return;
    markers.current?.draw({
      markers: [...poses].map(([id, { lat, lng, heading }]) => ({
        id,
        lat,
        lng,
        heading,
        leading: id === leader,
      })),
      pin: poses.size === 0 ? pin : undefined,
      graphics: shownGraphics,
      color: config.theme.primary,
    });
  }, [model, poses, leader, shownGraphics, pin, config.theme.primary]);
  const led = leader === undefined ? undefined : poses.get(leader);
  const [lat, lng] = [led?.lat, led?.lng];
  useEffect(() => {
    if (model && follow && lat !== undefined && lng !== undefined) markers.current?.keepInView({ lat, lng });
  }, [model, follow, lat, lng]);
  return useCallback(
    (spot) => {
      const picked = markers.current?.pickAt(spot);
      if (picked?.properties.key === undefined) return false;
      const { geometry, properties } = picked;
      // A photo's position is a location like any other: all open integrations move there.
      if (properties.kind === 'photo' && geometry.type === 'Point') {
        const [lng, lat] = geometry.coordinates;
        setCurrentMapLocation(mapLocationAt({ lat, lng }));
      } else hub.picks.get(picked.owner)?.(picked.properties.key);
      hub.shownTab.set(picked.owner);
      hub.windows.get(picked.owner)?.focus();
      return true;
    },
    [hub, setCurrentMapLocation],
  );
}

/** Interval in milliseconds between URL updates while turning, because browsers limit their rate. */
const restMilliseconds = 400;

/** Stores the leading integration's pose in the URL; a link with it opens that view. */
export function useLinkedLook(): void {
  useOpenedLook();
  useWrittenLook();
}

/** Opens the integration in the URL: at the start unless it is already open, and whenever the user changes the URL. */
function useOpenedLook(): void {
  const hub = useHub();
  const { availableIntegrations, openIntegration, setCurrentMapLocation } = useIntegrations();
  const requestedLook = useRef<LinkedLook>(undefined);
  const go = useRef((_look: LinkedLook | undefined, _again: boolean) => {});
  useEffect(() => {
    go.current = (look, again) => {
      const named = availableIntegrations.find(({ id }) => id === look?.integration);
      if (!look || !named || (named.state !== 'inactive' && !again)) return;
      requestedLook.current = look;
      // A popped-out integration stays in its window.
      if (named.state === 'inactive') openIntegration(named.id);
      hub.shownTab.set(named.id);
      setCurrentMapLocation(mapLocationAt(look));
    };
    // It starts with the view in the link, not only with the location.
    const look = requestedLook.current;
    if (!look || !isOpen(availableIntegrations, look.integration)) return;
    requestedLook.current = undefined;
    const { integration, ...pose } = look;
    const sharing = hub.sharing.get();
    const poses = new Map<string, ViewPose>(sharing.poses).set(integration, pose);
    hub.sharing.set({ ...sharing, poses, leader: integration });
  }, [hub, availableIntegrations, openIntegration, setCurrentMapLocation]);
  useEffect(() => {
    go.current(parseUrlState(location.hash).state.look, false);
    return followAddress(({ state }) => go.current(state.look, true));
  }, []);
}

function useWrittenLook(): void {
  const { currentIntgLocation: seen, openIntegrations } = useIntegrations();
  const began = useRef(false);
  const none = openIntegrations.length === 0;
  useEffect(() => {
    // The link's view stays until an open integration has reported.
    if (!seen && !(none && began.current)) return undefined;
    began.current ||= seen !== undefined;
    const timer = setTimeout(() => {
      const { integrationId, ...where } = seen ?? {};
      const look = integrationId !== undefined && {
        look: { integration: integrationId, ...where } as LinkedLook,
      };
      writeAddress(({ look: _before, ...others }) => ({ ...others, ...look }));
    }, restMilliseconds);
    return () => clearTimeout(timer);
  }, [seen, none]);
}

function isOpen(integrations: readonly { id: string; state: string }[], id: string): boolean {
  return integrations.some((one) => one.id === id && one.state !== 'inactive');
}
