import { csvLine, csvMark } from '../../../../wire/csv.ts';
import type { AttributeValue, Field } from '../../layer/field.ts';
import {
  Archive,
  type ExportedLayer,
  type FileWriter,
  type LayerWriter,
  type Target,
} from '../export-format.ts';

/**
 * Comma-separated values: attributes, and `x` and `y` of points. One layer is a file, several are an
 * archive.
 */
export function csvWriter(file: Target, several: boolean): FileWriter {
  if (!several) return { layer: (layer) => csvLayer(file, layer), finish() {} };
  const archive = new Archive(file);
  return {
    layer: (layer) => csvLayer(archive.file(`${layer.name}.csv`), layer),
    finish: () => archive.end(),
  };
}

function csvLayer(file: Target, { layer }: ExportedLayer): LayerWriter {
  const { fields } = layer;
  const points = layer.geometryType === 'esriGeometryPoint';
  const names = fields.map(({ name }) => name);
  file.write(csvMark + csvLine([...names, ...(points ? pointColumns(names) : [])]));
  return {
    add({ values, geometry }) {
      const cells = fields.map((field, index) => plainValue(field, values[index] ?? null));
      const [x = null, y = null] = geometry?.coordinates ?? [];
      file.write(csvLine(points ? [...cells, x, y] : cells));
    },
    end: () => file.end(),
  };
}

/** Names of the columns of a point that no field has. */
export function pointColumns(names: readonly string[]): [string, string] {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
  return [free('x'), free('y')];
}

/** A value as other programs read it: dates by ISO 8601. */
export function plainValue({ type }: Field, value: AttributeValue): string | number | null {
  return type === 'esriFieldTypeDate' && typeof value === 'number' ? new Date(value).toISOString() : value;
}
