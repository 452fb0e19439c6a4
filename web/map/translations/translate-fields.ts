import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type CodedValueDomain from '@arcgis/core/layers/support/CodedValueDomain.js';
import type WebMap from '@arcgis/core/WebMap.js';
import type { Dictionary } from '../../../wire/map-translations.ts';

/** Members of layers with features. */
export type FieldsLayer = Pick<Layer, 'loaded'> & Partial<Pick<FeatureLayer, 'fields' | 'types'>>;

/** The domains of a layer’s coded values: of its fields, and of its kinds of features. */
export function codedDomains({ fields, types }: FieldsLayer): CodedValueDomain[] {
  const ofFields = (fields ?? []).map(({ domain }) => domain);
  const ofTypes = (types ?? []).flatMap((type) => Object.values((type.domains ?? {}) as object));
  return [...ofFields, ...ofTypes].filter(
    (domain): domain is CodedValueDomain =>
      (domain as { type?: string } | null | undefined)?.type === 'coded-value',
  );
}

/**
 * Gives the fields, coded values and kinds of features of every layer their names in the reader's language,
 * as soon as the layer is loaded: services describe them in one language only. Nothing of it is saved.
 * @returns a function that stops this
 */
export function translateFields(map: WebMap, dictionary: Dictionary): () => void {
  const done = new WeakSet<object>();
  const handle = watch(
    () => [...map.allLayers, ...map.allTables].filter(({ loaded }) => loaded),
    (layers) => {
      for (const layer of layers) {
        if (done.has(layer)) continue;
        done.add(layer);
        translate(layer as FieldsLayer, dictionary);
      }
    },
    { initial: true, sync: true },
  );
  return () => handle.remove();
}

function translate(layer: FieldsLayer, dictionary: Dictionary): void {
  for (const field of layer.fields ?? []) {
    const alias = dictionary.get(field.alias ?? '');
    if (alias) field.alias = alias;
  }
  for (const domain of codedDomains(layer))
    domain.codedValues = domain.codedValues?.map((value) => ({
      ...value,
      name: dictionary.get(value.name) ?? value.name,
    }));
  for (const type of layer.types ?? []) {
    const name = dictionary.get(type.name ?? '');
    if (name) type.name = name;
  }
}
