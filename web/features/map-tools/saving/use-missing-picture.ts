import { useCallback, useEffect, useRef } from 'react';
import { useConfiguration } from '../../../context/application-context.ts';
import type { MapWork } from '../../../map/document/map-work.ts';
import { useMapState } from '../../../map/map-model.ts';
import { updateThumbnail } from '../../../portal/change-items.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { loadItem } from '../../../portal/save-item.ts';
import { loadWebMap } from '../../../portal/web-map.ts';
import { pictureOf } from './use-saving-actions.ts';

export interface MissingPictureOptions {
  work: MapWork | undefined;
  item: PortalItem | undefined;
  mayOverwrite: boolean;
  dirty: boolean;
  /** Called with the portal's updated item. */
  onPicture: (item: PortalItem) => void;
}

/**
 * Adds a thumbnail to a map without one, such as one created from an upload, when its owner first opens it.
 *
 * @returns the version on which work is based (`modified`), which includes the thumbnail's own change. Waits for a
 * pending thumbnail.
 */
export function useMissingPicture({ work, item, mayOverwrite, dirty, onPicture }: MissingPictureOptions) {
  const { connection } = useConfiguration();
  const drawn = useMapState((state) => state.drawn && !state.updating);
  const tried = useRef('');
  const change = useRef<Promise<{ from: number; to: number } | undefined>>(undefined);
  useEffect(() => {
    if (!work || !item || item.thumbnail || !mayOverwrite || dirty || !drawn || tried.current === item.id)
      return;
    tried.current = item.id;
    const give = async () => {
      const { thumbnail } = await pictureOf(work);
      if (!thumbnail) return undefined;
      // Another user's save, before or during the upload, must not count as the version on which this work is based.
      const { data: opened } = await loadWebMap(connection, item.id);
      const before = await loadItem(connection, item.id);
      if (before.modified !== item.modified) return undefined;
      await updateThumbnail(connection, item, thumbnail);
      const after = await loadItem(connection, item.id);
      const { data: current } = await loadWebMap(connection, item.id);
      if (JSON.stringify(current) !== JSON.stringify(opened)) return undefined;
      onPicture(after);
      return { from: before.modified, to: after.modified };
    };
    // A map without a thumbnail is still usable.
    change.current = give().catch(() => undefined);
  }, [work, item, mayOverwrite, dirty, drawn, connection, onPicture]);
  return useCallback(async (modified: number | undefined) => {
    const own = await change.current;
    return own && modified === own.from ? own.to : modified;
  }, []);
}
