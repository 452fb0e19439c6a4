import Camera from '@arcgis/core/Camera.js';
import Viewpoint from '@arcgis/core/Viewpoint.js';
import type Extent from '@arcgis/core/geometry/Extent.js';
import type Bookmark from '@arcgis/core/webmap/Bookmark.js';
import type WebScene from '@arcgis/core/WebScene.js';
import Slide from '@arcgis/core/webscene/Slide.js';
import { everyLayer } from './scene-layers.ts';

/**
 * Makes the bookmarks of a map the slides of its scene: their names and places, with the layers that are
 * visible now, because a slide hides those that it does not list.
 */
export function addSlides(scene: WebScene, bookmarks: readonly Bookmark[]): void {
  const visibleLayers = everyLayer(scene.layers.toArray())
    .filter(({ visible }) => visible)
    .map(({ id }) => ({ id }));
  const slides = bookmarks.flatMap(({ name, viewpoint }) => {
    const camera = viewpoint && cameraOver(viewpoint);
    if (!camera) return [];
    return [new Slide({ title: { text: name ?? '' }, viewpoint: new Viewpoint({ camera }), visibleLayers })];
  });
  scene.presentation.slides.removeAll();
  scene.presentation.slides.addMany(slides);
}

/** Diagonal field of view of a camera, in degrees. */
const fieldOfView = 55;
/** Metres on the screen of a view of 1,000 pixels. */
const screenWidth = 0.2646;
const metresOfDegree = 111_320;

/**
 * A camera straight above the place of a viewpoint, from which all of it is seen: slides need one. Undefined
 * for a place that is neither in degrees nor in Web Mercator.
 */
function cameraOver({ targetGeometry, scale, rotation }: Viewpoint): Camera | undefined {
  const extent = targetGeometry?.type === 'extent' ? (targetGeometry as Extent) : undefined;
  const centre = extent?.center ?? (targetGeometry?.type === 'point' ? targetGeometry : undefined);
  const { longitude, latitude } = (centre ?? {}) as { longitude?: number | null; latitude?: number | null };
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return undefined;
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const isDegrees = extent?.spatialReference.isGeographic === true;
  const across = extent
    ? Math.hypot(
        extent.width * (isDegrees ? metresOfDegree * shrink : shrink),
        extent.height * (isDegrees ? metresOfDegree : shrink),
      )
    : scale * screenWidth;
  const z = across / 2 / Math.tan((fieldOfView * Math.PI) / 360);
  if (!(z > 0)) return undefined;
  return new Camera({
    position: { longitude, latitude, z },
    heading: (((360 - rotation) % 360) + 360) % 360,
    tilt: 0,
    fov: fieldOfView,
  });
}

/**
 * The document of a scene with the slides of the one that was opened, if that has any: what is edited here is
 * not in them.
 */
export function withSlides(document: object, opened: object | undefined): object {
  const { presentation } = (opened ?? {}) as { presentation?: { slides?: unknown } };
  const slides = presentation?.slides;
  return Array.isArray(slides) && slides.length > 0 ? { ...document, presentation } : document;
}
