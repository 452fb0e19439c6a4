import { useEffect } from 'react';
import { useApplicationContext } from '../../context/application-context.ts';
import { rememberArea } from '../../context/last-area.ts';
import { useMapState } from '../../map/map-model.ts';

/** Remembers what the map shows, so that the gallery can search in that area. */
export function useRememberArea(): void {
  const { org } = useApplicationContext();
  const area = useMapState((state) => state.area);
  useEffect(() => {
    if (area) rememberArea(sessionStorage, org, area);
  }, [org, area]);
}
