import type WebMap from '@arcgis/core/WebMap.js';
import type Extent from '@arcgis/core/geometry/Extent.js';
import type Point from '@arcgis/core/geometry/Point.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type { LinkedFeature, MapPlace } from '../../../wire/url-state.ts';
import type { Appearance, MapInternals, MapModel, MapPoint, SdkTool } from '../map-model.ts';
import type { MapSource } from '../map-source.ts';
import { type MapState, openingState } from '../map-state.ts';
import { createStore } from '../../store.ts';
import { noteBasemaps } from './chosen-basemap.ts';
import { followScheme, setLanguage } from './create-map.ts';
import { type Covered, goToAll, moveView, overrideGoTo } from './fit.ts';
import { HeldClicks } from './held-clicks.ts';
import { clickByKeyboard } from './keyboard-clicks.ts';
import { findLayer } from './layer-tree.ts';
import { placeOf, pointOf, stationaryState, viewAt } from './place.ts';
import { keepInSight } from './popup-in-sight.ts';
import { openPopupOnClick } from './popup.ts';
import type { PopupElement } from './tools/popup-element.ts';
import { watchLayers, watchView } from './watch-view.ts';

/** What is to be called once when the map is left. */
export class Stops {
  readonly #all = new Set<() => void>();

  /** @returns a function that unregisters it: what has stopped before must not stay in memory */
  add(stop: () => void): () => void {
    this.#all.add(stop);
    return () => void this.#all.delete(stop);
  }

  /** Calls all of them, also if some throw: their errors are reported like uncaught ones. */
  run(): void {
    for (const stop of this.#all)
      try {
        stop();
      } catch (cause) {
        reportError(cause);
      }
    this.#all.clear();
  }
}

/** The map model over a view of the ArcGIS SDK. */
export class ArcgisMapModel implements MapModel {
  readonly state = createStore<MapState>(openingState);
  readonly pointer = createStore<MapPoint | undefined>(undefined);
  readonly #view: MapView;
  readonly #source: MapSource;
  readonly #loadAgain: (id: string) => void;
  readonly #stops = new Stops();
  /** SDK elements with the theme applied. */
  readonly #hosts = new Set<HTMLElement>();
  /** Tools that reserve clicks. */
  readonly #claims = new Set<symbol>();
  readonly #heldClicks: HeldClicks;
  readonly #popupFailed = (cause: unknown) =>
    this.state.set({ ...this.state.get(), popupFailure: { cause } });
  readonly #popup: Pick<MapInternals, 'popup' | 'onPopup' | 'fitPopup'>;
  #appearance: Appearance;
  #covered: Covered = { left: 0, right: 0, top: 0, bottom: 0 };
  #home: MapPlace | undefined;

  constructor(view: MapView, map: WebMap, source: MapSource, appearance: Appearance) {
    this.#view = view;
    this.#source = source;
    this.#appearance = appearance;
    this.#heldClicks = new HeldClicks(view, () => this.#claimClicks());
    const patch = (change: Partial<MapState>) => this.state.set({ ...this.state.get(), ...change });
    watchView(view, map, patch);
    this.#loadAgain = watchLayers(view, patch);
    view.when(
      () => (this.#home = placeOf(view)),
      () => {},
    );
    view.on('pointer-move', (event) => this.pointer.set(pointOf(view.toMap(event))));
    view.on('pointer-leave', () => this.pointer.set(undefined));
    this.#popup = openPopupOnClick(
      view,
      (popup) => this.#applyTheme(popup),
      () => this.#claims.size > 0,
      () => source.portal.session.credential === undefined,
      this.#popupFailed,
    );
    const all: MapInternals['goToAll'] = (extent) => this.#goToAll(extent);
    this.#popup.onPopup((popup) => (popup.goToOverride = overrideGoTo(all)));
    this.#popup.onPopup((popup) => keepInSight(popup, view, () => this.#covered.top));
    this.#popup.onPopup((popup) => followSelected(popup, (selected) => this.#select(selected)));
    applyAppearance(view, appearance);
    const follow = () => followScheme(view, source.basemap, this.#appearance.scheme);
    this.addStop(
      clickByKeyboard(
        view,
        () => this.#claims.size > 0,
        () => this.#announcePoint(view.center),
      ),
    );
    this.addStop(noteBasemaps(map, () => this.#appearance.scheme, follow));
  }

  /**
   * Calls a function when the map is destroyed; soon, if it already is: a capability may have been loading meanwhile.
   * @returns a function that unregisters it
   */
  addStop(stop: () => void): () => void {
    if (!this.#view.destroyed) return this.#stops.add(stop);
    queueMicrotask(stop);
    return () => {};
  }

  needSignIn(): void {
    this.state.set({ ...this.state.get(), signInHelps: true });
  }

  async goTo(place: Partial<MapPlace>): Promise<void> {
    const isThere = await moveView(this.#view, () => viewAt(place));
    // The view's watchers run later, and a reader would still get the previous viewpoint.
    if (isThere && !this.#view.destroyed)
      this.state.set({ ...this.state.get(), ...stationaryState(this.#view) });
  }

  pan(right: number, down: number): void {
    const { width, height } = this.#view;
    const center = this.#view.toMap({ x: width * (0.5 + right), y: height * (0.5 + down) });
    // Another move before the map is stationary is not an error.
    if (center) void this.#view.goTo({ center }).catch(() => {});
  }

  zoomIn(): void {
    void this.#view.zoomIn();
  }

  zoomOut(): void {
    void this.#view.zoomOut();
  }

  goHome(): void {
    if (this.#home) void this.goTo(this.#home);
  }

  faceNorth(): void {
    void this.goTo({ rotation: 0 });
  }

  async goToLayer(layerId: string): Promise<void> {
    const layer = findLayer(this.#view, layerId)?.layer;
    const extent = layer?.fullExtent;
    if (extent) await this.#goToAll(extent);
  }

  setLayerVisible(layerId: string, visible: boolean): void {
    const layer = findLayer(this.#view, layerId)?.layer;
    if (layer) layer.visible = visible;
  }

  retryLayer(layerId: string): void {
    this.#loadAgain(layerId);
  }

  onClick(listener: (point: MapPoint) => void): () => void {
    const handle = this.#view.on('click', ({ mapPoint }) => {
      const point = pointOf(mapPoint);
      if (point && this.#claims.size === 0) listener(point);
    });
    return () => handle.remove();
  }

  holdClicks(): () => void {
    return this.#heldClicks.hold();
  }

  async showTool(
    tool: SdkTool,
    host: HTMLElement,
    onWork: (isWorking: boolean) => void = () => {},
  ): Promise<() => void> {
    const { showTool } = await import('./tools/show-tool.ts');
    // A separate element, because the host's owner may rewrite its classes.
    const place = document.createElement('div');
    this.#applyTheme(place);
    host.replaceChildren(place);
    const end = await this.withInternals((internals) => showTool(tool, place, internals, onWork));
    return () => {
      end();
      this.#hosts.delete(place);
      place.remove();
    };
  }

  setCovered(covered: Covered): void {
    this.#covered = covered;
  }

  setAppearance(appearance: Appearance): void {
    if (appearance === this.#appearance) return;
    this.#appearance = appearance;
    for (const host of this.#hosts) applyTheme(host, appearance.scheme);
    applyAppearance(this.#view, appearance);
    followScheme(this.#view, this.#source.basemap, appearance.scheme);
  }

  withInternals<Result>(capability: (internals: MapInternals) => Result): Result {
    return capability({
      view: this.#view,
      source: this.#source,
      applyTheme: (element) => {
        this.#applyTheme(element);
        return () => this.#hosts.delete(element);
      },
      ...this.#popup,
      popupFailed: this.#popupFailed,
      clicksClaimed: () => this.#claims.size > 0,
      claimClicks: () => this.#claimClicks(),
      holdClicks: () => this.holdClicks(),
      takeHeldClicks: () => this.#heldClicks.take(),
      announcePoint: (point, held) => this.#announcePoint(point, held),
      setTitle: (title) => this.state.set({ ...this.state.get(), title }),
      goToAll: (extent) => this.#goToAll(extent),
      onLeave: (stop) => this.addStop(stop),
    });
  }

  #claimClicks(): () => void {
    const claim = Symbol('claim');
    this.#claims.add(claim);
    this.#showClaims();
    return () => {
      this.#claims.delete(claim);
      this.#showClaims();
    };
  }

  /** For the cross at the middle of the map (`map.css`), where the keyboard clicks. */
  #showClaims(): void {
    this.#view.container?.classList.toggle('takes-clicks', this.#claims.size > 0);
  }

  #announcePoint(place: Point, held = false): void {
    const point = pointOf(place);
    this.state.set({ ...this.state.get(), clickedByKeyboard: point && { ...point, held } });
  }

  #goToAll(extent: Extent): Promise<void> {
    return goToAll(this.#view, extent, this.#covered);
  }

  #select(selected: LinkedFeature | undefined): void {
    const { selected: before } = this.state.get();
    if (before?.layer !== selected?.layer || before?.id !== selected?.id)
      this.state.set({ ...this.state.get(), selected });
  }

  #applyTheme(element: HTMLElement): void {
    applyTheme(element, this.#appearance.scheme);
    this.#hosts.add(element);
  }

  destroy(): void {
    this.#stops.run();
    const { map } = this.#view;
    this.#view.destroy();
    map?.destroy();
  }
}

/**
 * Applies the theme to SDK elements: Calcite's light or dark mode and the writing direction. The colours are the
 * theme's CSS variables (map.css).
 */
function applyAppearance(view: MapView, { scheme, language, direction }: Appearance): void {
  setLanguage(language);
  const host = view.container;
  if (!(host instanceof HTMLElement)) return;
  host.dir = direction;
  applyTheme(host, scheme);
}

/** Calcite reads its mode from the nearest of these classes. */
function applyTheme(element: HTMLElement, scheme: Appearance['scheme']): void {
  element.classList.add('map-look');
  element.classList.toggle('calcite-mode-dark', scheme === 'dark');
  element.classList.toggle('calcite-mode-light', scheme === 'light');
}

/** Reports the popup's feature whenever it changes; undefined for none, and for features without an id. */
export function followSelected(
  popup: PopupElement,
  notify: (feature: LinkedFeature | undefined) => void,
): void {
  const report = () => notify(shown(popup));
  popup.addEventListener('arcgisPropertyChange', report);
  popup.addEventListener('arcgisClose', report);
}

function shown({ open, selectedFeature }: PopupElement): LinkedFeature | undefined {
  const layer = open ? selectedFeature?.layer : undefined;
  const id = selectedFeature?.getObjectId();
  return layer && typeof id === 'number' ? { layer: String(layer.id), id } : undefined;
}
