import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type WebMap from '@arcgis/core/WebMap.js';
import { type TextKind, withTexts } from '../document/map-texts.ts';
import { fieldsOf } from '../layers/layer-fields.ts';
import type { MapInternals } from '../map-model.ts';
import { hasFeatures } from '../sdk/layer-facts.ts';
import type { MapText } from './translations.ts';
import { codedDomains } from './translate-fields.ts';

/** The texts of a map, each once: those of a layer together, in the order of the document. */
export async function collectTexts({ view }: MapInternals, document: object): Promise<MapText[]> {
  const found: MapText[] = [];
  withTexts(document, (text, kind, layer) => {
    found.push({ text, kind, layer });
    return text;
  });
  const map = view.map as WebMap;
  const layers = [...map.allLayers, ...map.allTables].filter(hasFeatures) as FeatureLayer[];
  await Promise.allSettled(layers.map((layer) => layer.load()));
  for (const layer of layers) {
    if (!layer.loaded) continue;
    const add = (text: string | null | undefined, kind: TextKind) =>
      found.push({ text: text ?? '', kind, layer: layer.title ?? '' });
    for (const field of fieldsOf(layer)) if (!field.isId) add(field.title, 'field');
    for (const domain of codedDomains(layer))
      for (const { name } of domain.codedValues ?? []) add(name, 'field');
    for (const type of layer.types ?? []) add(type.name, 'legend');
  }
  const once = new Map<string, MapText>();
  for (const one of found) if (hasWords(one.text) && !once.has(one.text)) once.set(one.text, one);
  const byLayer = Map.groupBy(once.values(), ({ layer }) => layer);
  return [...byLayer.values()].flat();
}

/** Whether a text has anything to translate besides names of fields in braces, and elements of HTML. */
function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replace(/\{[^{}]*\}|<[^<>]*>|&\w+;/g, ''));
}
