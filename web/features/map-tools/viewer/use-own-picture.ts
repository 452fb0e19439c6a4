import { useEffect, useState } from 'react';
import type { PicturePlace } from '../../../../wire/map-picture.ts';
import { useConfiguration } from '../../../context/application-context.ts';
import { trackedWork } from '../../../map/document/map-work.ts';
import { type MapModel, useMapModel, useMapState } from '../../../map/map-model.ts';
import { mapSize } from '../../../map/map-picture/map-picture.ts';
import type { MapSource } from '../../../map/map-source.ts';
import type { PortalConnection } from '../../../portal/portal-connection.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { findOwnPicture, storeOwnPicture, type PictureOf } from './own-picture-store.ts';

/** A picture as an image shows it. */
export interface ShowablePicture {
  address: string;
  place: PicturePlace;
}

/** Milliseconds for which a map rests before its picture is taken. */
const pause = 3000;

/** The largest width in pixels. */
const widest = 1200;

function pictureOf(
  source: MapSource,
  { restUrl, session }: PortalConnection,
  org: string,
): PictureOf | undefined {
  const item = source.webMap?.item?.answer as PortalItem | undefined;
  const who = session.credential?.userId;
  if (!item || !who || source.unsaved) return undefined;
  return { restUrl, org, who, item: item.id, modified: item.modified };
}

/**
 * The picture of a map that this browser has drawn for the signed-in member, once it has been looked up.
 *
 * @param source of the opened map: its portal has granted access to it
 */
export function useOwnPicture(source: MapSource | undefined): { known: boolean; own?: ShowablePicture } {
  const { org, connection } = useConfiguration();
  const [found, setFound] = useState<{ source: MapSource; own?: ShowablePicture }>();
  useEffect(() => {
    if (!source) return undefined;
    let left = false;
    let address = '';
    const find = async () => {
      const of = pictureOf(source, connection, org);
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
  }, [source, connection, org]);
  if (!source || found?.source !== source) return { known: false };
  return { known: true, ...(found.own && { own: found.own }) };
}

/** Stores a picture of the map, as saved, whenever a member has let it rest. */
export function useStoredPicture(): void {
  const model = useMapModel();
  const { org, connection } = useConfiguration();
  const place = useMapState(({ drawn, updating, place: rest }) => (drawn && !updating ? rest : undefined));
  useEffect(() => {
    if (!model || !place || !connection.session.credential) return undefined;
    // A map without a picture is still usable.
    const timer = setTimeout(() => void keep(model, connection, org).catch(() => {}), pause);
    return () => clearTimeout(timer);
  }, [model, place, connection, org]);
}

async function keep(model: MapModel, connection: PortalConnection, org: string): Promise<void> {
  const work = await trackedWork(model);
  if (work.state.get().dirty || document.hidden) return;
  const { width, height } = mapSize(model);
  const scale = Math.min(1, widest / width);
  const { file, place } = await work.picture({
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  });
  const of = pictureOf(work.source, connection, org);
  if (of && place) await storeOwnPicture(of, { file, place });
}
