import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import SceneView from '@arcgis/core/views/SceneView.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type WebMap from '@arcgis/core/WebMap.js';
import type WebScene from '@arcgis/core/WebScene.js';
import { MappingError } from '../../../wire/errors.ts';
import type { WebMapJson } from '../document/web-map-json.ts';
import type { MapInternals } from '../map-model.ts';
import { guardLinks } from '../safe-links.ts';
import { memberOfPair } from '../sdk/chosen-basemap.ts';
import { openPopupOnClick } from '../sdk/popup.ts';
import { jpegOf } from '../sdk/take-screenshot.ts';
import { createStore } from '../../store.ts';
import { withThemedBasemap } from '../themed-basemap.ts';
import { createScene } from './create-scene.ts';
import { followEachOther } from './follow-each-other.ts';
import { sceneOver } from './scene-over.ts';
import { blocksOf, everyLayer, suggestHeights } from './scene-layers.ts';
import { addSlides, withSlides } from './scene-slides.ts';
import type { SceneSession, SceneStart, SceneState } from './scene.ts';

/** Degrees at which a scene opens: steep enough to see blocks, flat enough to recognise the map. */
const usualTilt = 60;
/** Milliseconds without another change of the map before the scene is made again. */
const pause = 300;

export async function openScene(internals: MapInternals, start: SceneStart): Promise<SceneSession> {
  const { view: flat, source } = internals;
  if (!document.createElement('canvas').getContext('webgl2'))
    throw new MappingError('scene:unsupported', 'This browser cannot draw 3D scenes.', { status: 0 });
  const { choices } = start;
  const tilt = choices.tilt ?? usualTilt;
  const state = createStore<SceneState>({
    status: 'opening',
    drawing: true,
    ground: source.elevation ? 'elevation' : 'flat',
    tilt,
    blocks: [],
    missing: [],
  });
  const patch = (change: Partial<SceneState>) => state.set({ ...state.get(), ...change });
  /** Which of the organisation's basemaps for the theme the flat map shows, in place of the one of its document. */
  const themed = () => memberOfPair(flat.map?.basemap, source.basemap);
  const read = async () => {
    const written = await start.read();
    const scheme = themed();
    return scheme ? withThemedBasemap(written, source.basemap, scheme, location.origin) : written;
  };
  let shown = await read();
  let scene = await createScene(shown, internals);
  await suggestHeights(scene.layers.toArray(), choices.heights);
  const cover = coverOf(flat);
  const view = new SceneView({
    container: cover.element,
    map: scene,
    ui: { components: [] },
    attributionVisible: false,
    popupEnabled: false,
    aria: { label: start.label },
    environment: { starsEnabled: false },
  });
  let blocks = blocksOf(scene.layers.toArray(), choices.heights);
  const stops = [guardLinks(cover.element)];
  // The popup works with both kinds of views.
  const { onPopup } = openPopupOnClick(
    view as unknown as MapView,
    internals.applyTheme,
    internals.clicksClaimed,
    () => source.portal.session.credential === undefined,
    internals.popupFailed,
  );
  const added = new Set<Layer>();
  const over = sceneOver(flat);
  let left = false;
  const close = () => {
    if (left) return;
    left = true;
    unregister();
    over.set(undefined);
    for (const stop of stops) stop();
    cover.remove();
    view.destroy();
    scene.destroy();
  };
  const unregister = internals.onLeave(close);
  const report = () =>
    patch({
      blocks: blocks.list(),
      ground: groundOf(scene, source.elevation),
      missing: everyLayer(scene.layers.toArray())
        .filter(
          ({ visible, loadStatus, type }) => visible && (loadStatus === 'failed' || type === 'unsupported'),
        )
        .map(({ title }) => title ?? ''),
    });
  report();
  const follow = followEachOther(flat, view, tilt);
  stops.push(follow.stop);
  stops.push(followLayers(flat, () => scene));
  let turn = 0;
  const again = async () => {
    const own = ++turn;
    const next = await read();
    if (left || contentOf(next) === contentOf(shown)) return;
    const made = await createScene(next, internals);
    await suggestHeights(made.layers.toArray(), choices.heights);
    // A later change may be ready before this one.
    if (left || own !== turn) return made.destroy();
    const { camera } = view;
    const before = scene;
    shown = next;
    scene = made;
    showAlike(flat, scene);
    blocks = blocksOf(scene.layers.toArray(), choices.heights);
    before.removeMany([...added]);
    scene.addMany([...added]);
    view.map = scene;
    before.destroy();
    await view.when();
    view.camera = camera;
    report();
  };
  stops.push(afterPause(start.onChange, () => void again().catch(() => {})));
  // The map may have been changed while the first scene was made.
  void again().catch(() => {});
  view.addHandles([
    watch(themed, () => void again().catch(() => {})),
    watch(
      () => view.stationary && view.ready && Math.round(view.camera?.tilt ?? 0),
      (now) => {
        if (typeof now !== 'number') return;
        choices.tilt = now;
        patch({ tilt: now });
      },
    ),
    watch(
      () => view.updating,
      (drawing) => {
        cover.element.ariaBusy = String(drawing);
        patch({ drawing });
      },
      { initial: true },
    ),
    watch(
      () => view.fatalError,
      (cause) => cause && patch({ status: 'failed' }),
    ),
  ]);
  over.set({
    view,
    onPopup,
    add(layer) {
      added.add(layer);
      scene.add(layer);
      return () => {
        added.delete(layer);
        if (!scene.destroyed) scene.remove(layer);
      };
    },
  });
  void view.when().then(
    () => patch({ status: 'ready' }),
    () => patch({ status: 'failed' }),
  );
  return {
    state,
    setHeight(id, height) {
      choices.heights.set(id, height);
      blocks.draw(id);
      report();
    },
    setTilt: (next) => void view.goTo({ center: view.center, tilt: next }).catch(() => {}),
    async showTool(tool, host) {
      const { showSceneTool } = await import('./scene-tools.ts');
      return showSceneTool(tool, host, view, internals.applyTheme);
    },
    async write() {
      await scene.updateFrom(view, { thumbnailExcluded: true });
      const picture = await view
        .takeScreenshot({ format: 'jpg', width: 600, height: 400 })
        .then(({ dataUrl }) => jpegOf(dataUrl))
        .catch(() => undefined);
      // What was added is not part of the map.
      const others = [...added];
      scene.removeMany(others);
      addSlides(scene, (flat.map as WebMap | null | undefined)?.bookmarks?.toArray() ?? []);
      const drawn = withSlides(scene.toJSON() as object, source.scene?.data as object | undefined);
      scene.addMany(others);
      // Of two basemaps for the theme, the map's own is saved.
      const { baseMap } = await start.read();
      const document = themed() && baseMap ? { ...drawn, baseMap } : drawn;
      return { document, picture };
    },
    close,
  };
}

/** An element over the flat map, which neither draws nor reacts meanwhile. */
function coverOf({ container }: MapView) {
  const flat = container as HTMLElement;
  const element = document.createElement('div');
  element.style.cssText = 'position:absolute;inset:0';
  element.dir = flat.dir;
  element.className = flat.className;
  flat.after(element);
  flat.style.visibility = 'hidden';
  flat.inert = true;
  return {
    element: element as HTMLDivElement,
    remove() {
      element.remove();
      flat.style.visibility = '';
      flat.inert = false;
    },
  };
}

function groundOf({ ground }: WebScene, elevation: string | undefined): SceneState['ground'] {
  if (ground?.layers.some(({ loadStatus }) => loadStatus === 'failed')) return 'failed';
  return elevation || (ground && ground.layers.length > 0) ? 'elevation' : 'flat';
}

/** What a document shows, without what `followLayers` applies at once. */
function contentOf({ operationalLayers, baseMap, tables }: WebMapJson): string {
  const volatile = new Set(['visibility', 'opacity']);
  return JSON.stringify([operationalLayers, baseMap, tables], (name, value: unknown) =>
    volatile.has(name) ? undefined : value,
  );
}

/** Applies visibility and opacity of the map's layers to those of the scene, now and after each change. */
function followLayers(flat: MapView, scene: () => WebScene): () => void {
  const handle = watch(
    () => shownLayers(flat),
    () => showAlike(flat, scene()),
    { initial: true },
  );
  return () => handle.remove();
}

function shownLayers({ map }: MapView) {
  return map?.allLayers.map(({ id, visible, opacity }) => ({ id, visible, opacity })).toArray() ?? [];
}

/** Shows the layers of a scene like those of the map, which have the same ids. */
function showAlike(flat: MapView, scene: WebScene): void {
  const own = new Map(everyLayer(scene.layers.toArray()).map((layer) => [layer.id, layer]));
  for (const { id, visible, opacity } of shownLayers(flat)) {
    const layer = own.get(id);
    if (layer) Object.assign(layer, { visible, opacity });
  }
}

function afterPause(subscribe: SceneStart['onChange'], run: () => void): () => void {
  let timer = 0;
  const stop = subscribe(() => {
    clearTimeout(timer);
    timer = window.setTimeout(run, pause);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
