import '@photo-sphere-viewer/core/index.css';
import '@photo-sphere-viewer/markers-plugin/index.css';
import { Viewer } from '@photo-sphere-viewer/core';
import { MarkersPlugin } from '@photo-sphere-viewer/markers-plugin';
import type { Photo, Step } from './photo.ts';

/** Where the viewer points: degrees, heading clockwise from north. */
export interface ViewDirection {
  heading: number;
  pitch: number;
}

export interface PhotoViewer {
  /** Shows a photo with the previous or the given view. Rejects when the picture cannot be loaded. */
  show(photo: Photo, direction?: Partial<ViewDirection>): Promise<void>;
  turn(direction: Partial<ViewDirection>): void;
  /** Zooms in by some of the viewer's hundred levels; out if negative. */
  zoom(levels: number): void;
  /** Draws an arrow to each neighbour; `label` names it. */
  setSteps(steps: readonly Step[], label: (step: Step) => string): void;
  direction(): ViewDirection;
  picture(): Promise<string>;
  destroy(): void;
}

const degrees = 180 / Math.PI;
const full = (value: number) => ((value % 360) + 360) % 360;

/** A panorama viewer (Photo Sphere Viewer) that uses headings. */
export function createPhotoViewer(
  container: HTMLElement,
  { onTurn, onStep }: { onTurn: (direction: ViewDirection) => void; onStep: (photo: Photo) => void },
): PhotoViewer {
  const viewer = new Viewer({
    container,
    navbar: false,
    loadingTxt: '',
    mousewheelCtrlKey: false,
    defaultZoomLvl: 10,
    // The page handles keys (turn-keys.ts): the viewer would also take those of lists and buttons beside it.
    keyboard: false,
    plugins: [[MarkersPlugin, {}]],
  });
  const markers = viewer.getPlugin<MarkersPlugin>(MarkersPlugin);
  let photo: Photo | undefined;
  let steps: readonly Step[] = [];
  const yawOf = (heading: number) => full(heading - (photo?.heading ?? 0)) / degrees;
  const direction = (): ViewDirection => {
    const { yaw, pitch } = viewer.getPosition();
    return { heading: full(yaw * degrees + (photo?.heading ?? 0)), pitch: pitch * degrees };
  };
  viewer.addEventListener('position-updated', () => photo && onTurn(direction()));
  markers.addEventListener('select-marker', ({ marker }) => {
    const step = steps.find((one) => one.photo.id === marker.id);
    if (step) onStep(step.photo);
  });
  return {
    direction,
    async show(next, wanted = {}) {
      const before = photo ? direction() : { heading: next.heading, pitch: 0 };
      const { heading, pitch } = { ...before, ...wanted };
      const first = !photo;
      photo = next;
      const shown = await viewer.setPanorama(next.url, {
        position: { yaw: yawOf(heading), pitch: pitch / degrees },
        transition: first ? false : { speed: 400, rotation: false, effect: 'fade' },
        showLoader: first,
      });
      if (!shown && photo === next) throw new Error('The picture could not be shown.');
    },
    turn(wanted) {
      const { heading, pitch } = { ...direction(), ...wanted };
      viewer.rotate({ yaw: yawOf(heading), pitch: pitch / degrees });
    },
    zoom: (levels) => viewer.zoom(viewer.getZoomLevel() + levels),
    setSteps(next, label) {
      steps = next;
      markers.setMarkers(
        next.map((step) => ({
          id: step.photo.id,
          position: { yaw: yawOf(step.bearing), pitch: -0.22 },
          html: '<span class="step-arrow" aria-hidden="true"></span>',
          size: { width: 56, height: 56 },
          anchor: 'center center',
          tooltip: label(step),
        })),
      );
    },
    picture: () =>
      new Promise((resolve) => {
        // The drawing buffer is valid only until the browser has presented it.
        const take = () => {
          viewer.removeEventListener('render', take);
          resolve(container.querySelector('canvas')?.toDataURL('image/jpeg', 0.8) ?? '');
        };
        viewer.addEventListener('render', take);
        viewer.needsUpdate();
      }),
    destroy: () => viewer.destroy(),
  };
}
