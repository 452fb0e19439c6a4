import { useEffect, useRef } from 'react';
import { useApplicationContext } from '../../context/application-context.ts';
import type { MapWork } from '../../map/document/map-work.ts';
import { useMapState } from '../../map/map-model.ts';
import { updateThumbnail } from '../../portal/change-items.ts';
import type { PortalItem } from '../../portal/portal-types.ts';
import { loadItem } from '../../portal/save-item.ts';
import { pictureOf } from './use-saving-actions.ts';

export interface MissingPictureOptions {
  work: MapWork | undefined;
  item: PortalItem | undefined;
  mayOverwrite: boolean;
  dirty: boolean;
  /** Hears of the item as the portal has it then. */
  onPicture: (item: PortalItem) => void;
}

/** Gives a map that has no picture, such as one made from an upload, one of what it shows when its owner opens it first. */
export function useMissingPicture({ work, item, mayOverwrite, dirty, onPicture }: MissingPictureOptions) {
  const { connection } = useApplicationContext();
  const drawn = useMapState((state) => state.drawn && !state.updating);
  const tried = useRef('');
  useEffect(() => {
    if (!work || !item || item.thumbnail || !mayOverwrite || dirty || !drawn || tried.current === item.id)
      return;
    tried.current = item.id;
    const give = async () => {
      const { thumbnail } = await pictureOf(work);
      if (!thumbnail) return;
      await updateThumbnail(connection, item, thumbnail);
      onPicture(await loadItem(connection, item.id));
    };
    // A map without a picture can be used all the same.
    give().catch(() => {});
  }, [work, item, mayOverwrite, dirty, drawn, connection, onPicture]);
}
