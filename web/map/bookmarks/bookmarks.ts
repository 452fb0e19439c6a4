import type Extent from '@arcgis/core/geometry/Extent.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type WebMap from '@arcgis/core/WebMap.js';
import type { MapInternals, MapModel } from '../map-model.ts';

/** A place named by the map's author or the user. */
export interface MapBookmark {
  /** Its position among the map's bookmarks, from 0. */
  index: number;
  title: string;
  /** Its extent, as a text that stays when the bookmark is renamed or saved again; empty if it has none. */
  place: string;
}

/** The bookmarks of the open map, in their own order. */
export function bookmarksOf(model: MapModel): MapBookmark[] {
  return model.withInternals((internals) =>
    all(internals).map(({ name, viewpoint }, index) => ({
      index,
      title: name ?? '',
      place: placeOf(viewpoint?.targetGeometry?.extent),
    })),
  );
}

/** Without the last digits, which change when other programs save it. */
function placeOf(extent: Extent | null | undefined): string {
  if (!extent) return '';
  const { xmin, ymin, xmax, ymax } = extent;
  return [xmin, ymin, xmax, ymax].map((number) => Number(number.toPrecision(7))).join(' ');
}

/** Goes to a bookmark and to its time, if it has one, else to that of the map. Does nothing if it no longer exists. */
export async function goToBookmark(model: MapModel, { index }: MapBookmark): Promise<void> {
  await model.withInternals(async (internals) => {
    const bookmark = all(internals)[index];
    if (!bookmark?.viewpoint) return;
    showTime(internals.view, bookmark.timeExtent);
    // Another move before the map is stationary is not an error.
    await internals.view.goTo(bookmark.viewpoint).catch(() => {});
  });
}

/** Times that bookmarks have set, with those that the map had before. */
const times = new WeakMap<MapView, { before: MapView['timeExtent']; set: MapView['timeExtent'] }>();

/** Shows the time of a bookmark; for one without, the time that the map had before another bookmark changed it. */
function showTime(view: MapView, time: MapView['timeExtent']): void {
  const earlier = times.get(view);
  // One that was changed otherwise since, as by the Time tool, is the map's own.
  const isOfBookmark = earlier !== undefined && earlier.set === view.timeExtent;
  const before = isOfBookmark ? earlier.before : view.timeExtent;
  if (time) {
    view.timeExtent = time;
    times.set(view, { before, set: view.timeExtent });
  } else if (isOfBookmark) {
    view.timeExtent = before ?? null;
    times.delete(view);
  }
}

function all({ view }: MapInternals) {
  return (view.map as WebMap | null | undefined)?.bookmarks?.toArray() ?? [];
}
