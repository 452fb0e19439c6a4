import { useCallback, useState } from 'react';
import { useApplicationContext } from '../../context/application-context.ts';
import { parseCoordinates } from '../../map/coordinates/parse-coordinates.ts';
import { useMapModel } from '../../map/map-model.ts';
import { showFeature, showPlace } from '../../map/search/show-place.ts';
import { findPlace, requireLocator } from '../../portal/find-places.ts';
import type { SearchHit } from './search-hit.ts';

/**
 * Shows a hit on the map. `failure` is why that did not work: an error, or `nothing` when there is no such place; it stays
 * until `forget`.
 */
export function useGoToHit() {
  const model = useMapModel();
  const { connection, portal } = useApplicationContext();
  const [failure, setFailure] = useState<unknown>();
  const go = async (hit: SearchHit) => {
    if (!model) return;
    setFailure(undefined);
    try {
      if (hit.kind === 'feature') await showFeature(model, hit.layerId, hit.objectId);
      else if (hit.kind === 'coordinates') await showPlace(model, hit);
      else {
        const place = parseCoordinates(hit.text) ?? (await lookUp(hit));
        if (place) await showPlace(model, place);
        else setFailure('nothing');
      }
    } catch (error) {
      setFailure(error);
    }
  };
  const lookUp = async ({ text, suggestion }: Extract<SearchHit, { kind: 'place' }>) =>
    findPlace(
      connection,
      requireLocator(portal),
      { text, ...(suggestion && { key: suggestion }) },
      model?.state.get().place,
      new AbortController().signal,
    );
  const forget = useCallback(() => setFailure(undefined), []);
  return { go, failure, forget };
}
