import type WebMap from '@arcgis/core/WebMap.js';
import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type { PicturePlace } from '../../../../wire/map-picture.ts';
import type { MapInternals } from '../../map-model.ts';
import { boundsOf } from '../../sdk/place.ts';
import { jpegOf, middleOf, takeScreenshot } from '../../sdk/take-screenshot.ts';
import { sublayersOf } from '../../sdk/sublayers.ts';
import { createStore, type WritableStore } from '../../../store.ts';
import { changesBetween, gradualChange, type MapChange } from '../changes-between.ts';
import type { DocumentState } from '../known-layers.ts';
import { layerParts, marksOf } from '../layer-parts.ts';
import {
  openAudience,
  openPresentation,
  openTranslations,
  type OwnMember,
  ownMemberNames,
} from '../own-members.ts';
import { allLayers, type LayerFacts, type MapFacts } from '../map-facts.ts';
import type { WebMapJson } from '../web-map-json.ts';
import type { MapWork, ShownParts, WorkState } from '../map-work.ts';
import { IdentityMarks } from './read-facts.ts';
import { type AnyLayer, belongsToMap, membersOfGroup } from './layer-kinds.ts';
import { readDocument } from './read-document.ts';
import { type FactsReader, readFacts } from './read-facts.ts';
import {
  adoptInSnapshot,
  restoreBookmarks,
  restoreSnapshot,
  type Snapshot,
  takeSnapshot,
} from './snapshot.ts';

/** Milliseconds within which changes form one step, such as dragging a slider. */
const stepPause = 400;
/**
 * Milliseconds within which the next gradual change of the same kind and layer belongs to the same step, for repeated
 * key presses.
 */
const gradualPause = 3000;
/** Number of undo steps. */
const maxSteps = 100;

interface Step {
  facts: MapFacts;
  snapshot: Snapshot;
}

/** Tracks changes of an open map (`MapWork`). */
export function trackWork({ view, source, onLeave, setTitle }: MapInternals): MapWork {
  const map = view.map as WebMap;
  let opened = (source.webMap?.data ?? {}) as WebMapJson;
  const documented = new Set(map.allLayers.map(({ id }) => id).toArray());
  const own: Record<OwnMember, WritableStore<unknown>> = {
    audience: openAudience(source),
    presentation: openPresentation(source),
    translations: openTranslations(source),
  };
  const reader: FactsReader = {
    marks: new IdentityMarks(),
    documented,
    pair: source.basemap,
    own,
  };
  const takeStep = (): Step => ({ facts: readFacts(map, reader), snapshot: takeSnapshot(map) });

  let current = takeStep();
  let before = current.facts;
  let saved: MapFacts | undefined = source.unsaved ? undefined : before;
  /** Documents that were replaced by saving, the latest first: undo can return parts of the map to their states. */
  const earlier: DocumentState[] = [];
  const past: Step[] = [];
  const future: Step[] = [];
  let going: { change: string; until: number } | undefined;
  /** What services have set on layers since the map was opened, in the order in which the layers were loaded. */
  const adopted: { found: LayerFacts; layer: AnyLayer }[] = [];
  /** The state in each document that was read, and how much was adopted by then. */
  const written = new WeakMap<WebMapJson, { facts: MapFacts; adopted: number }>();
  const state = createStore<WorkState>(describe());

  function describe(): WorkState {
    const changes = changesBetween(saved ?? before, current.facts);
    const last = past.at(-1);
    const next = future.at(-1);
    return {
      changes,
      dirty: saved === undefined || changes.length > 0,
      undo: last ? changesBetween(last.facts, current.facts) : turn('undo'),
      redo: next ? changesBetween(current.facts, next.facts) : past.length === 0 ? turn('redo') : undefined,
    };
  }

  /** The step to other work, beyond this work's own steps. */
  function turn(way: 'undo' | 'redo'): MapChange[] | undefined {
    return source.turns?.[way] && [{ kind: 'restored' }];
  }

  /** Records the changes since the last check as one step. */
  function settle(): void {
    clearTimeout(timer);
    timer = 0;
    if (view.destroyed) return;
    const now = takeStep();
    if (changesBetween(current.facts, now.facts).length > 0) {
      const change = gradualChange(current.facts, now.facts);
      const last = past.at(-1);
      const goesOn = change !== undefined && change === going?.change && Date.now() <= going.until;
      const isBack = goesOn && last !== undefined && changesBetween(last.facts, now.facts).length === 0;
      if (!goesOn || !last) past.push(current);
      // It was changed back: the next change is a step of its own.
      else if (isBack) past.pop();
      if (past.length > maxSteps) past.shift();
      future.length = 0;
      going = change === undefined || isBack ? undefined : { change, until: Date.now() + gradualPause };
    }
    current = now;
    state.set(describe());
  }

  let timer: ReturnType<typeof setTimeout> | 0 = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(settle, stepPause);
  };

  function go(from: Step[], to: Step[]): void {
    going = undefined;
    const target = from.pop();
    if (!target) return;
    to.push(current);
    restoreSnapshot(map, target.snapshot, target.facts.basemap !== current.facts.basemap);
    if (target.facts.bookmarks !== current.facts.bookmarks) restoreBookmarks(map, target.facts.bookmarks);
    for (const name of ownMemberNames)
      if (target.facts[name] !== current.facts[name]) own[name].set(memberFrom(target.facts[name]));
    current = takeStep();
    state.set(describe());
  }

  /** Layer properties from a service's response are not changes by the user. */
  function adopt(layer: AnyLayer): void {
    const fresh = takeStep();
    const found = allLayers(fresh.facts.layers).find(({ id }) => id === layer.id);
    if (!found) return;
    adopted.push({ found, layer });
    before = withServiceFacts(before, found, layer);
    if (saved) saved = withServiceFacts(saved, found, layer);
    for (const state of earlier) state.facts = withServiceFacts(state.facts, found, layer);
    current = { ...current, facts: withServiceFacts(current.facts, found, layer) };
    for (const step of [...past, ...future]) step.facts = withServiceFacts(step.facts, found, layer);
    const isOfService = (property: string) => layer.originOf?.(property) !== 'user';
    for (const step of [current, ...past, ...future]) adoptInSnapshot(step.snapshot, layer, isOfService);
    soon();
  }

  /** The state in a document: changes made while it was being saved are not in it. */
  function factsIn(document: WebMapJson): MapFacts {
    const known = written.get(document);
    if (!known) return current.facts;
    return adopted
      .slice(known.adopted)
      .reduce((facts, { found, layer }) => withServiceFacts(facts, found, layer), known.facts);
  }

  const handles = [
    watch(() => JSON.stringify(readFacts(map, reader)), soon),
    watch(
      () => map.allLayers.filter((layer) => layer.loaded).toArray(),
      (now, was) => {
        for (const layer of now) if (!was?.includes(layer)) adopt(layer as unknown as AnyLayer);
      },
      { sync: true },
    ),
  ];
  const unsubscribe = ownMemberNames.map((name) => own[name].subscribe(soon));
  onLeave(() => {
    clearTimeout(timer);
    for (const stop of unsubscribe) stop();
    for (const handle of handles) handle.remove();
  });

  return {
    state,
    source,
    undo() {
      settle();
      if (past.length > 0) go(past, future);
      else source.turns?.undo?.();
    },
    redo() {
      settle();
      if (future.length > 0) go(future, past);
      else if (past.length === 0) source.turns?.redo?.();
    },
    async read(startHere = false) {
      settle();
      const { facts } = current;
      const state = { facts, adopted: adopted.length };
      const document = await readDocument(view, opened, before, facts, {
        startHere,
        pair: source.basemap,
        earlier,
      });
      written.set(document, state);
      return document;
    },
    saved(document, title) {
      settle();
      // A new map has had none.
      if (opened !== document && Object.keys(opened).length > 0)
        earlier.unshift({ document: opened, facts: before });
      if (earlier.length > maxSteps) earlier.pop();
      opened = document;
      before = saved = factsIn(document);
      source.turns?.saved?.();
      going = undefined;
      for (const { id } of allLayers(before.layers)) documented.add(id);
      if (title !== undefined && map.portalItem) map.portalItem.title = title;
      else if (title !== undefined) setTitle(title);
      state.set(describe());
    },
    bounds: () => boundsOf(view),
    picture: (size, shown) => takePicture(view, size, (layer) => belongsToMap(layer, documented), shown),
  };
}

function memberFrom(text: string): unknown {
  return text ? JSON.parse(text) : undefined;
}

const ofServices = [
  ['title', 'title'],
  ['visibility', 'visible'],
  ['opacity', 'opacity'],
  ['filter', 'definitionExpression'],
  ['labels', 'labelsVisible'],
  ['style', 'renderer'],
] as const;

/** The state with one layer's properties that the user did not set. */
function withServiceFacts(facts: MapFacts, fresh: LayerFacts, layer: AnyLayer): MapFacts {
  const taken = Object.fromEntries(
    ofServices
      .filter(([, property]) => layer.originOf?.(property) !== 'user')
      .map(([fact]) => [fact, fresh[fact]]),
  );
  const isOfService = (property: string) => layer.originOf?.(property) !== 'user';
  const walk = (layers: readonly LayerFacts[]): LayerFacts[] =>
    layers.map((one) => {
      if (one.id !== fresh.id) return { ...one, layers: walk(one.layers) };
      const from = (part: keyof typeof layerParts) =>
        layerParts[part].properties.every(isOfService) ? fresh : one;
      // Sublayers are known from then on, and as the map or the service shows them.
      const { content } = one.content === '' && sublayersOf(layer).length > 0 ? fresh : one;
      return { ...one, ...taken, content, parts: marksOf((part) => from(part).parts[part]) };
    });
  return { ...facts, layers: walk(facts.layers) };
}

/**
 * An image of the view's centre in the requested aspect ratio: the basemap and the map's own layers, without the
 * temporary graphics and layers of tools.
 */
async function takePicture(
  view: MapView,
  { width, height }: { width: number; height: number },
  belongs: (layer: Layer) => boolean,
  shown?: ShownParts,
): Promise<{ file: Blob; place: PicturePlace | undefined }> {
  const area = middleOf(view, width / height);
  const place = picturePlace(view, area.width);
  const { map } = view;
  const basemap = shown?.basemap === false ? undefined : map?.basemap;
  const own = map?.layers.toArray().filter(belongs) ?? [];
  const layers = [
    ...(basemap?.baseLayers.toArray() ?? []),
    ...(shown ? partsShown(own, shown.layers) : own),
    ...(basemap?.referenceLayers.toArray() ?? []),
  ];
  const dataUrl = await takeScreenshot(view, { format: 'jpg', quality: 85, width, height, area, layers });
  return { file: jpegOf(dataUrl), place };
}

/** The layers that a picture shows; a group of which it shows a part is drawn by its members, without effects of its own. */
function partsShown(layers: readonly Layer[], ids: ReadonlySet<string>): Layer[] {
  return layers.flatMap((layer) => {
    if (ids.has(layer.id)) return [layer];
    const members = membersOfGroup(layer as AnyLayer)?.toArray();
    if (!members) return [];
    const parts = partsShown(members, ids);
    return parts.length === members.length && parts.every((part, index) => part === members[index])
      ? [layer]
      : parts;
  });
}

/** The place of a picture of the view's centre with this width in CSS pixels. */
function picturePlace(view: MapView, across: number): PicturePlace | undefined {
  const { center, resolution, rotation, spatialReference, container } = view;
  if (!center || rotation !== 0 || !spatialReference?.isWebMercator) return undefined;
  const isDark = container instanceof HTMLElement && container.classList.contains('calcite-mode-dark');
  return { x: center.x, y: center.y, width: resolution * across, scheme: isDark ? 'dark' : 'light' };
}
