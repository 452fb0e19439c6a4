import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type SceneView from '@arcgis/core/views/SceneView.js';

/** A place on both kinds of views, as text, so that the answer of one view to the other is not taken for a new move. */
function placeText(center: MapView['center'] | null | undefined, scale: number, rotation: number): string {
  const turned = Math.round(((rotation % 360) + 360) % 360) % 360;
  return `${center?.longitude?.toFixed(4)} ${center?.latitude?.toFixed(4)} ${Math.log2(scale).toFixed(1)} ${turned}`;
}

/**
 * Makes a scene start where the flat map is, and each follow the other: the flat map's viewpoint is what the
 * address, search, bookmarks and other tools read and move.
 */
export function followEachOther(flat: MapView, scene: SceneView, tilt: number): { stop: () => void } {
  let known = '';
  let ready = false;
  const textOfFlat = () => placeText(flat.center, flat.scale, flat.rotation);
  const copyToFlat = () => {
    if (flat.destroyed || !scene.viewpoint) return;
    flat.viewpoint = scene.viewpoint;
    known = textOfFlat();
  };
  const target = () => ({ center: flat.center, scale: flat.scale, heading: (360 - flat.rotation) % 360 });
  const begin = async () => {
    await scene.when();
    known = textOfFlat();
    await scene.goTo({ ...target(), tilt }, { animate: false });
    ready = true;
  };
  // A view that is destroyed meanwhile never arrives.
  void begin().catch(() => {});
  const handles = [
    watch(
      () => ready && scene.stationary && scene.camera,
      (camera) => camera && copyToFlat(),
    ),
    watch(
      () => flat.stationary && textOfFlat(),
      (text) => {
        if (!ready || !text || text === known) return;
        known = text;
        void scene.goTo(target()).catch(() => {});
      },
    ),
  ];
  return {
    stop() {
      if (ready) copyToFlat();
      for (const handle of handles) handle.remove();
    },
  };
}
