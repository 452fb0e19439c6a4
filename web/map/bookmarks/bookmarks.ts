import type WebMap from '@arcgis/core/WebMap.js';
import type { MapInternals, MapModel } from '../map-model.ts';

/** A place named by the map's author or the user. */
export interface MapBookmark {
  /** Its position among the map's bookmarks, from 0. */
  index: number;
  title: string;
}

/** The bookmarks of the open map, in their own order. */
export function bookmarksOf(model: MapModel): MapBookmark[] {
  return model.withInternals((internals) =>
    all(internals).map(({ name }, index) => ({ index, title: name ?? '' })),
  );
}

/** Goes to a bookmark, and to its time if it has one. Does nothing if it no longer exists. */
export async function goToBookmark(model: MapModel, { index }: MapBookmark): Promise<void> {
  await model.withInternals(async (internals) => {
    const bookmark = all(internals)[index];
    if (!bookmark?.viewpoint) return;
    if (bookmark.timeExtent) internals.view.timeExtent = bookmark.timeExtent;
    // Another move before the map is stationary is not an error.
    await internals.view.goTo(bookmark.viewpoint).catch(() => {});
  });
}

function all({ view }: MapInternals) {
  return (view.map as WebMap | null | undefined)?.bookmarks?.toArray() ?? [];
}
