import type WebMap from '@arcgis/core/WebMap.js';
import type { MapInside, MapModel } from '../map-model.ts';

/** A place the map's author, or the person, has named. */
export interface MapBookmark {
  /** Its position among the map's bookmarks, from 0. */
  index: number;
  title: string;
}

/** The bookmarks of the open map, in their own order. */
export function bookmarksOf(model: MapModel): MapBookmark[] {
  return model.reach((inside) => all(inside).map(({ name }, index) => ({ index, title: name ?? '' })));
}

/** Goes to a bookmark, and to its time when it has one. One that is gone by now moves nothing. */
export async function goToBookmark(model: MapModel, { index }: MapBookmark): Promise<void> {
  await model.reach(async (inside) => {
    const bookmark = all(inside)[index];
    if (!bookmark?.viewpoint) return;
    if (bookmark.timeExtent) inside.view.timeExtent = bookmark.timeExtent;
    // Moving on before the map has come to rest is no failure.
    await inside.view.goTo(bookmark.viewpoint).catch(() => {});
  });
}

function all({ view }: MapInside) {
  return (view.map as WebMap | null | undefined)?.bookmarks?.toArray() ?? [];
}
