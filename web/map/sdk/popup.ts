import type Graphic from '@arcgis/core/Graphic.js';
import type PopupTemplate from '@arcgis/core/PopupTemplate.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { boundExpressions } from '../arcade/bounded-expression.ts';
import type { MapInternals } from '../map-model.ts';
import { nameDialog, restoreFocus } from './popup-dialog.ts';
import { sdkError } from './sdk-error.ts';
import type { PopupContent, PopupElement } from './tools/popup-element.ts';

type Fit = MapInternals['fitPopup'];

/** A clicked place, on the ground and in the view. */
interface Clicked {
  mapPoint: PopupElement['location'];
  x: number;
  y: number;
}

/**
 * Opens the popup of clicked features. The SDK's popup is a large piece of code, so it is loaded at the first
 * click and not with the map (`popupEnabled` would load it as soon as the map is idle). If it could not be
 * loaded, the next click tries again.
 *
 * @param applyTheme applies the theme to the popup: the SDK's container around it is always light
 * @param isBusy whether a tool reserves the clicks
 * @param isVisitor whether the user is not signed in; the editor of a feature is hidden then
 * @param failed called when the popup of a clicked place could not be shown
 */
export function openPopupOnClick(
  view: MapView,
  applyTheme: (element: HTMLElement) => void,
  isBusy: () => boolean,
  isVisitor: () => boolean,
  failed: (cause: unknown) => void,
): Pick<MapInternals, 'popup' | 'onPopup' | 'fitPopup'> {
  const fit: Fit = (feature) => fitPopup(feature, isVisitor());
  let popup: Promise<PopupElement> | undefined;
  let loaded: PopupElement | undefined;
  let latest = 0;
  const waiting = new Set<(popup: PopupElement) => void>();
  const create = async () => {
    const { createPopup } = await import('./tools/popup-element.ts');
    const element = await createPopup(view, applyTheme);
    nameDialog(element);
    restoreFocus(element, () => view.focus());
    refreshAfterEdits(element, view, fit);
    loaded = element;
    for (const use of waiting) use(element);
    return element;
  };
  const load = () =>
    (popup ??= create().catch((cause: unknown) => {
      popup = undefined;
      throw cause;
    }));
  const onPopup = (use: (element: PopupElement) => void) => {
    waiting.add(use);
    // One that is still loading calls those that wait itself.
    if (loaded) use(loaded);
    return () => waiting.delete(use);
  };
  const open = async (event: Clicked, turn: number) => {
    const { mapPoint, x, y } = event;
    // The first popup loads some hundred kilobytes: not for a place where there is nothing to show.
    if (!popup && !(await anythingAt(view, { x, y }))) return;
    const element = await load();
    const content = await element.handleViewClick(event);
    // Another place was clicked meanwhile, or the map was left.
    if (turn !== latest || view.destroyed) return;
    element.location = mapPoint;
    if (!content) {
      element.open = false;
      return;
    }
    const fitted = fitContent(content, fit);
    element.open = show(element, fitted);
    // The popup shows the features of other layers, and leaves these out without a notice.
    await reportUnread(fitted.promises ?? []);
  };
  view.on('click', async (event) => {
    const { mapPoint, button, native } = event;
    if (isBusy() || !mapPoint || ((native as PointerEvent).pointerType === 'mouse' && button !== 0)) return;
    const turn = ++latest;
    try {
      await open(event, turn);
    } catch (cause) {
      if (turn === latest && !view.destroyed) failed(cause);
    }
  });
  // The focus may still be on the map while the popup is open.
  view.on('key-down', ({ key }) => {
    if (key !== 'Escape' || !popup || isBusy()) return;
    latest++;
    if (loaded) loaded.open = false;
  });
  return { popup: load, onPopup, fitPopup: fit };
}

/** @throws MappingError when the features of a layer could not be read */
async function reportUnread(promises: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find((result) => result.status === 'rejected');
  const cause: unknown = failed?.reason;
  if (!failed || (cause instanceof Error && cause.name === 'AbortError')) return;
  throw sdkError(cause, 'layer:failed');
}

/** Sets the content of the popup. @returns whether there is any */
function show(element: PopupElement, { title, features = [], promises = [] }: PopupContent): boolean {
  if (features.length + promises.length === 0) return false;
  Object.assign(element, { features, promises, heading: title });
  return true;
}

/** The features of the popup, each with its own template. */
function fitContent({ features = [], promises = [], ...content }: PopupContent, fit: Fit): PopupContent {
  const fitAll = (list: unknown[]) => list.map((feature) => fit(feature as Graphic));
  return {
    ...content,
    features: fitAll(features),
    promises: promises.map(async (list) => fitAll(await list)),
  };
}

async function anythingAt(view: MapView, point: { x: number; y: number }): Promise<boolean> {
  const { results } = await view.hitTest(point);
  return (
    results.some((result) => result.type === 'graphic') ||
    view.map?.allLayers.some((layer) => isDrawnByServer(layer.type)) === true
  );
}

/** Features of layers that their server draws are not found by a hit test. */
function isDrawnByServer(type: string | undefined): boolean {
  return type === 'map-image' || type === 'imagery' || type === 'imagery-tile' || type === 'wms';
}

/** An element of a popup's content, as far as it is used here. */
interface RowsContent {
  type: string;
  fieldInfos?: { fieldName?: string | null }[] | null;
}

/**
 * Gives a feature its own popup template: with expressions that end, without empty rows, and for visitors
 * without the line about its last editor. The layer's template is unchanged, because it is saved with the
 * map.
 */
export function fitPopup(feature: Graphic, visitor: boolean): Graphic {
  const layer = feature.layer as FeatureLayer | null | undefined;
  // A graphic's own template is saved with it.
  const template = layer?.popupTemplate;
  if (feature.isAggregate) return fitGroupPopup(feature);
  if (!template) return feature;
  const fitted = template.clone();
  boundPopup(fitted);
  if (visitor && layer?.editFieldsInfo) fitted.lastEditInfoEnabled = false;
  withoutEmptyRows(fitted, feature.attributes as Record<string, unknown> | null);
  feature.popupTemplate = fitted;
  return feature;
}

/** Clusters and bins have a popup of their own. */
function fitGroupPopup(feature: Graphic): Graphic {
  const { featureReduction } = (feature.layer ?? {}) as {
    featureReduction?: { popupTemplate?: PopupTemplate | null } | null;
  };
  const own = featureReduction?.popupTemplate?.clone();
  if (own && boundPopup(own)) feature.popupTemplate = own;
  return feature;
}

/**
 * Bounds the expressions of a copy of a popup, also those that make a whole content.
 * @returns whether any is different
 */
export function boundPopup({ expressionInfos, content }: PopupTemplate): boolean {
  const contents = Array.isArray(content)
    ? (content as { expressionInfo?: { expression?: string | null } | null }[])
    : [];
  const ofContents = boundExpressions(contents.flatMap(({ expressionInfo }) => expressionInfo ?? []));
  return boundExpressions(expressionInfos) || ofContents;
}

function withoutEmptyRows(template: PopupTemplate, attributes: Record<string, unknown> | null): void {
  if (!attributes || !Array.isArray(template.content)) return;
  const contents = template.content as RowsContent[];
  const hasValue = ({ fieldName }: { fieldName?: string | null }) =>
    // Expressions, related values and fields that were not loaded are not among the attributes.
    !fieldName || !(fieldName in attributes) || !isEmpty(attributes[fieldName]);
  const fitted = contents.flatMap((content) => {
    if (content.type !== 'fields') return [content];
    const rows = content.fieldInfos ?? (template.fieldInfos as RowsContent['fieldInfos']) ?? [];
    const filled = rows.filter(hasValue);
    if (filled.length === rows.length) return [content];
    // Without rows of its own a table would show those of the template.
    return filled.length > 0 ? [Object.assign(content, { fieldInfos: filled })] : [];
  });
  template.content = fitted as PopupTemplate['content'];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

/** The features that a layer reports as changed. */
interface Edits {
  updatedFeatures?: readonly { objectId?: number | null }[];
  deletedFeatures?: readonly { objectId?: number | null }[];
}

/** Updates the popup after an edit of its feature, and closes it when the feature was deleted. */
export function refreshAfterEdits(
  popup: PopupElement,
  view: MapView,
  fit: (feature: Graphic) => Graphic,
): void {
  let watched: FeatureLayer | undefined;
  let handle: { remove(): void } | undefined;
  const follow = () => {
    const layer = popup.selectedFeature?.layer as FeatureLayer | null | undefined;
    if (layer === watched) return;
    handle?.remove();
    watched = layer ?? undefined;
    handle =
      layer && typeof layer.applyEdits === 'function'
        ? layer.on('edits', (edits) => changed(edits))
        : undefined;
  };
  const changed = ({ updatedFeatures = [], deletedFeatures = [] }: Edits) => {
    const shown = popup.selectedFeature;
    const id = shown?.getObjectId();
    if (!shown || !watched || typeof id !== 'number') return;
    if (deletedFeatures.some(({ objectId }) => objectId === id)) popup.open = false;
    else if (updatedFeatures.some(({ objectId }) => objectId === id))
      void replace(popup, view, watched, shown, id, fit);
  };
  popup.addEventListener('arcgisPropertyChange', follow);
  follow();
}

async function replace(
  popup: PopupElement,
  view: MapView,
  layer: FeatureLayer,
  shown: Graphic,
  id: number,
  fit: (feature: Graphic) => Graphic,
): Promise<void> {
  // Without a response the popup is unchanged.
  const answer = await layer
    .queryFeatures({
      objectIds: [id],
      outFields: ['*'],
      returnGeometry: true,
      outSpatialReference: view.spatialReference,
    })
    .catch(() => undefined);
  const [fresh] = answer?.features ?? [];
  if (!fresh || popup.selectedFeature !== shown) return;
  // Not the template shown: a row that had no value may have one now.
  const fitted = fit(fresh);
  popup.features = popup.features.map((feature) => (feature === shown ? fitted : feature));
}
