import { useState } from 'react';
import { useMapModel } from '../../map/map-model.ts';

/** Zoom at which a person's own surroundings are recognised. */
const nearby = 16;

/** Goes to where the person is, when the browser tells. */
export function useLocate() {
  const model = useMapModel();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const go = () => {
    setBusy(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false);
        setFailed(false);
        void model?.goTo({ lat: coords.latitude, lng: coords.longitude, zoom: nearby });
      },
      () => {
        setBusy(false);
        setFailed(true);
      },
      { enableHighAccuracy: true, timeout: 20_000 },
    );
  };
  return { busy, failed, go };
}
