import type { HostedLayer } from '../layer/layer.ts';

interface UniqueValues {
  type?: string;
  field1?: string;
  field2?: string;
  uniqueValueInfos?: { value?: unknown; label?: string }[];
}

const drawingTools: Record<string, string> = {
  esriGeometryPolyline: 'esriFeatureEditToolLine',
  esriGeometryPolygon: 'esriFeatureEditToolPolygon',
};

/**
 * What editors begin a feature with, for those who may add some: the layer's own templates, else one for each of the
 * symbols it is drawn with, so that a new feature has the value of its symbol and is seen; else one for all.
 */
export function templatesOf(layer: HostedLayer, capabilities: string): object[] {
  if (layer.templates.length > 0 || layer.types.length > 0 || !capabilities.includes('Create'))
    return layer.templates;
  const editable = layer.fields.filter((field) => field.editable);
  const attributes = Object.fromEntries(editable.map(({ name, defaultValue }) => [name, defaultValue]));
  const template = (name: string, values: object = {}) => ({
    name,
    description: '',
    drawingTool: drawingTools[layer.geometryType ?? ''] ?? 'esriFeatureEditToolPoint',
    prototype: { attributes: { ...attributes, ...values } },
  });
  const { field, values } = symbolsOf(layer);
  const drawnBy = editable.find(({ name }) => name === field);
  if (!drawnBy || values.length === 0) return [template(layer.name)];
  return values.map(({ value, label }) => template(label || String(value), { [drawnBy.name]: value }));
}

/** The values of one field that have a symbol each. */
function symbolsOf({ drawingInfo }: HostedLayer): {
  field?: string;
  values: { value?: unknown; label?: string }[];
} {
  const { renderer } = (drawingInfo ?? {}) as { renderer?: UniqueValues };
  if (renderer?.type !== 'uniqueValue' || renderer.field2 || !renderer.field1) return { values: [] };
  return { field: renderer.field1, values: renderer.uniqueValueInfos ?? [] };
}
