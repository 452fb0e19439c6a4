import { watch } from '@arcgis/core/core/reactiveUtils.js';
import Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { MappingError } from '../../../wire/errors.ts';
import type { MapInternals } from '../map-model.ts';
import { findLayer } from '../sdk/layer-tree.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { createStore } from '../../store.ts';
import type { FieldValue, FormElement, FormPreview } from './edit-feature.ts';
import { type FormModel, openForm } from './form-model.ts';

/** Milliseconds between the last change of the form and the preview. */
const pause = 300;

export async function openFormPreview({ view }: MapInternals, layerId: string): Promise<FormPreview> {
  const layer = findLayer(view, layerId)?.layer as FeatureLayer | undefined;
  if (!layer) throw new MappingError('layer:not-configurable', 'This part of the layer cannot be changed.');
  const example = await exampleOf(layer);
  const elements = createStore<readonly FormElement[]>([]);
  const typed = new Map<string, FieldValue>();
  let form: FormModel | undefined;
  const show = () => {
    form?.close();
    let settled = false;
    const feature = example.clone();
    // The model ignores values that are set before its inputs have been created.
    for (const [field, value] of typed) feature.setAttribute(field, value);
    const own = openForm(view, layer, feature, false, () => queueMicrotask(() => publish()));
    form = own;
    // The previous form stays until the values of expressions are known, so that nothing is lost while it is made.
    const publish = () => {
      if (settled && own === form) elements.set(own.elements());
    };
    const begin = async () => {
      await own.settled();
      settled = true;
      publish();
    };
    void begin().catch(() => {});
  };
  let timer: ReturnType<typeof setTimeout> | 0 = 0;
  const handle = watch(
    () => layer.formTemplate,
    () => {
      clearTimeout(timer);
      timer = setTimeout(show, pause);
    },
  );
  show();
  return {
    elements,
    setValue(field, value) {
      typed.set(field, value);
      form?.setValue(field, value);
    },
    close() {
      clearTimeout(timer);
      handle.remove();
      form?.close();
      form = undefined;
    },
  };
}

/** A feature of the layer with its values; of an empty layer one without. */
async function exampleOf(layer: FeatureLayer): Promise<Graphic> {
  try {
    await layer.load();
    const query = layer.createQuery();
    query.where = '1=1';
    query.outFields = ['*'];
    query.returnGeometry = true;
    query.num = 1;
    const found = (await layer.queryFeatures(query)).features[0];
    const feature = found ?? new Graphic({ attributes: { ...layer.templates?.[0]?.prototype?.attributes } });
    feature.layer = layer;
    return feature;
  } catch (cause) {
    throw sdkError(cause, 'layer:failed');
  }
}
