import { labelPoint } from '../geometry/label-point.ts';
import { isLine, type Element } from '../osm/element.ts';
import { nameFields, visitorFields, type Description } from './fields.ts';
import type { LayerFeature } from './layer-file.ts';

/** Places as points: `describe` returns the properties of those that belong in the layer. */
export function pointsOf(
  elements: Element[],
  describe: (tags: Record<string, string>) => Description,
): LayerFeature[] {
  return elements.flatMap((element) => {
    if (isLine(element)) return [];
    const properties = describe(element.tags);
    if (!properties) return [];
    return [
      {
        osmId: element.id,
        properties: { ...nameFields(element.tags), ...properties, ...visitorFields(element.tags) },
        geometry: { type: 'Point', coordinates: labelPoint(element.geometry) },
      },
    ];
  });
}
