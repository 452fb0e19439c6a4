import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { featuresInView } from '../../map/in-view/in-view.ts';
import { useMapModel, useMapState } from '../../map/map-model.ts';
import { flatLayers } from '../../map/map-state.ts';
import { printPlace } from '../../../wire/url-state.ts';

/** What is in view, asked again whenever the map has come to rest elsewhere or shows other layers or features. */
export function useFeaturesInView() {
  const model = useMapModel();
  const own = useId();
  const place = useMapState((state) => state.place);
  const updating = useMapState((state) => state.updating);
  const layers = useMapState((state) => state.layers);
  const shown = flatLayers(layers).map(({ id, visible, status, filter }) => [id, visible, status, filter]);
  return useQuery({
    // The identity of the panel: another map of the same place has other features.
    queryKey: ['map', 'in-view', own, place && printPlace(place), shown],
    queryFn: ({ signal }) => (model ? featuresInView(model, signal) : []),
    enabled: model !== undefined && place !== undefined && !updating,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
