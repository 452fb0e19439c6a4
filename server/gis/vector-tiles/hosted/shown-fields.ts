import { type Field, findField } from '../../layer/field.ts';
import type { HostedLayer } from '../../layer/layer.ts';

/** The attributes of a tile's features: those of labels, and the feature's name. */
export function shownFields(layer: HostedLayer, labels: readonly { field: Field }[]): Field[] {
  const display = findField(layer.fields, layer.displayField);
  return [...new Set([...labels.map(({ field }) => field), ...(display ? [display] : [])])];
}
