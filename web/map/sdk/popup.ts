import type MapView from '@arcgis/core/views/MapView.js';
import type { PopupContent, PopupElement } from './tools/popup-element.ts';

/**
 * Shows what was clicked. The SDK's popup is a large piece of code, so it is loaded at the first click and not with the map
 * (`popupEnabled` would load it as soon as the map is idle).
 */
export function openPopupOnClick(view: MapView): void {
  let popup: Promise<PopupElement> | undefined;
  let latest = 0;
  view.on('click', async (event) => {
    const { mapPoint, x, y, button, native } = event;
    if (!mapPoint || ((native as PointerEvent).pointerType === 'mouse' && button !== 0)) return;
    const turn = ++latest;
    // The first popup loads some hundred kilobytes: not for a place where there is nothing to show.
    if (!popup && !(await anythingAt(view, { x, y }))) return;
    popup ??= import('./tools/popup-element.ts').then(({ createPopup }) => createPopup(view));
    const element = await popup;
    const content = await element.handleViewClick(event);
    // Another place was clicked meanwhile, or the map was left.
    if (turn !== latest || view.destroyed) return;
    element.open = content !== undefined && show(element, content);
  });
}

/** Gives the popup its content; whether there is any. */
function show(element: PopupElement, { title, fetchFeatures: _, ...content }: PopupContent): boolean {
  const any = Boolean(content.promises?.length ?? content.features?.length);
  if (any) Object.assign(element, content, { heading: title });
  return any;
}

async function anythingAt(view: MapView, point: { x: number; y: number }): Promise<boolean> {
  const { results } = await view.hitTest(point);
  return (
    results.some((result) => result.type === 'graphic') ||
    view.map?.allLayers.some((layer) => asksItsServer(layer.type)) === true
  );
}

/** Layers drawn by their server find features there and not by a hit test. */
function asksItsServer(type: string | undefined): boolean {
  return type === 'map-image' || type === 'imagery' || type === 'imagery-tile' || type === 'wms';
}
