import { useEffect } from 'react';
import { featuresAt, mapPicture } from '../../../map/map-picture/map-picture.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { useHub } from '../host/hub.ts';

const pictureWidth = 1200;

/** Lets a capture ask the open map for its picture, its visible layers and what lies at the place. */
export function useMapForNotes(): void {
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
