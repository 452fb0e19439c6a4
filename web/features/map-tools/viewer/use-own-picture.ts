import { useEffect, useState } from 'react';
import type { PicturePlace } from '../../../../wire/map-picture.ts';
import { useConfiguration } from '../../../context/application-context.ts';
import { useOpenMap } from '../../../context/open-map.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import type { MapSource } from '../../../map/map-source.ts';
import { findOwnPicture, pictureOf, type ViewedMap } from './own-picture-store.ts';

/** A picture as an image shows it. */
export interface ShowablePicture {
  address: string;
  place: PicturePlace;
}

/** Milliseconds for which a map rests before its picture is taken. */
const pause = 3000;

/**
 * The picture of a map that this browser has drawn for this reader, once it has been looked up.
 *
 * @param source of the opened map: the reader has access to it
 */
export function useOwnPicture(
  map: ViewedMap,
  source: MapSource | undefined,
): { known: boolean; own?: ShowablePicture } {
  const { org, connection } = useConfiguration();
  const [found, setFound] = useState<{ source: MapSource; own?: ShowablePicture }>();
  useEffect(() => {
    if (!source) return undefined;
    let left = false;
    let address = '';
    const find = async () => {
      const of = pictureOf(source, map, connection, org);
      const picture = of && (await findOwnPicture(of).catch(() => undefined));
      if (left) return;
      if (picture) address = URL.createObjectURL(picture.file);
      setFound({ source, ...(picture && { own: { address, place: picture.place } }) });
    };
    void find();
    return () => {
      left = true;
      if (address) URL.revokeObjectURL(address);
    };
  }, [map, source, connection, org]);
  if (!source || found?.source !== source) return { known: false };
  return { known: true, ...(found.own && { own: found.own }) };
}

/** Stores a picture of the map, as saved, whenever its reader has let it rest. */
export function useStoredPicture(): void {
  const model = useMapModel();
  const { kind, id } = useOpenMap();
  const { org, connection } = useConfiguration();
  const place = useMapState(({ drawn, updating, place: rest }) => (drawn && !updating ? rest : undefined));
  useEffect(() => {
    if (!model || !place || !id) return undefined;
    const keep = async () => {
      const { keepPicture } = await import('./keep-picture.ts');
      await keepPicture(model, (source) => pictureOf(source, { kind, id }, connection, org));
    };
    // A map without a picture is still usable.
    const timer = setTimeout(() => void keep().catch(() => {}), pause);
    return () => clearTimeout(timer);
  }, [model, place, kind, id, connection, org]);
}
