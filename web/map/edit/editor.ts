import type Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type { MapInternals } from '../map-model.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { addInnerStyle } from '../sdk/tools/inner-style.ts';
import type { FeatureToEdit } from './feature-to-edit.ts';

/** The SDK's editor, as far as it is used here. */
interface EditorElement extends HTMLElement {
  componentOnReady?(): Promise<unknown>;
  startUpdateWorkflowAtFeatureEdit(feature: Graphic): Promise<void>;
}

/** The editor of a view, while it is open, and what it shall begin with. */
const editors = new WeakMap<MapView, EditorElement>();
const asked = new WeakMap<MapView, FeatureToEdit>();

export function askToEdit({ view }: Pick<MapInternals, 'view'>, feature: FeatureToEdit): void {
  asked.set(view, feature);
  const editor = editors.get(view);
  if (editor) void begin(view, editor);
}

/** White letters can be read on this green; the one that marks things is too light for them. */
const readableButtons = `calcite-button { --calcite-color-brand: var(--mui-palette-primary-readable); }`;

/** Edits with an editor: it has the clicks for itself, and begins with the feature that was asked for. */
export function beginEditing({ view, claimClicks }: MapInternals, element: HTMLElement): () => void {
  const editor = element as EditorElement;
  const release = claimClicks();
  const stopClearing = clearOwnHeading(editor);
  void addInnerStyle(editor, readableButtons);
  editors.set(view, editor);
  void begin(view, editor);
  return () => {
    editors.delete(view);
    stopClearing();
    release();
  };
}

/** The panel has its heading: the editor's own, which says the same, goes. Those of its steps stay. */
function clearOwnHeading(editor: EditorElement): () => void {
  let own = '';
  const clear = () => {
    const items = (editor.shadowRoot ?? editor).querySelectorAll<HTMLElement & { heading?: string }>(
      'calcite-flow-item',
    );
    own ||= items[0]?.heading ?? '';
    for (const item of items) if (own && item.heading === own) item.heading = '';
  };
  const observer = new MutationObserver(clear);
  const watch = async () => {
    await editor.componentOnReady?.();
    observer.observe(editor.shadowRoot ?? editor, { childList: true, subtree: true });
    clear();
  };
  void watch();
  return () => observer.disconnect();
}

async function begin(view: MapView, editor: EditorElement): Promise<void> {
  const feature = asked.get(view);
  asked.delete(view);
  const layer = feature && (findLayer(view, feature.layerId)?.layer as FeatureLayer | undefined);
  if (!feature || !layer) return;
  try {
    await editor.componentOnReady?.();
    const { features } = await layer.queryFeatures({
      objectIds: [feature.objectId],
      outFields: ['*'],
      returnGeometry: true,
      outSpatialReference: view.spatialReference,
    });
    const [graphic] = features;
    if (graphic && editors.get(view) === editor) await editor.startUpdateWorkflowAtFeatureEdit(graphic);
  } catch {
    // The feature is gone, or may not be changed any more: the editor stays at its list of templates.
  }
}
