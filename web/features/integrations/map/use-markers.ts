import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useApplicationContext } from '../../../context/application-context.ts';
import { mapLocationAt } from '../../../context/locations.ts';
import { integrationMarkers } from '../../../map/integration-marker/integration-markers.ts';
import type { IntegrationMarkers } from '../../../map/integration-marker/marker-scene.ts';
import { useMapModel } from '../../../map/map-model.ts';
import { useHub, useStore } from '../host/hub.ts';

/**
 * Keeps the markers of all open integrations on the map, and the leading one in view when the person wants that.
 * @returns what a click on the map asks first: whether it hits something an integration has drawn, which then hears of it
 */
export function useMarkers(): (spot: { x: number; y: number }) => boolean {
  const model = useMapModel();
  const hub = useHub();
  const { config, currentMapLocation: pin, setCurrentMapLocation } = useApplicationContext();
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
      // Where a picture is, is a place like any other: all open integrations go there.
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
