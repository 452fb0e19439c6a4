import type { FigureNames, LayerFigures } from './enrich.ts';

interface ResultField {
  name: string;
  alias: string;
  type: 'double' | 'integer';
}

/** The fields and values of an area with its figures: numbers, sums and means. */
export function resultOf(
  squareMetres: number,
  figures: readonly LayerFigures[],
  names: FigureNames,
): { fields: ResultField[]; attributes: Record<string, number | null> } {
  const fields: ResultField[] = [];
  const attributes: Record<string, number | null> = {};
  const add = (name: string, alias: string, type: ResultField['type'], value: number | undefined) => {
    fields.push({ name, alias, type });
    attributes[name] = value ?? null;
  };
  add('area_m2', names.area, 'double', squareMetres);
  for (const [index, { title, count, fields: ofLayer }] of figures.entries()) {
    // Titles may be in any script and equal, so that fields are numbered.
    const layer = `layer${index + 1}`;
    add(`${layer}_count`, names.count(title), 'integer', count);
    for (const [at, field] of ofLayer.entries()) {
      add(`${layer}_sum${at + 1}`, names.sum(title, field.title), 'double', field.sum);
      add(`${layer}_mean${at + 1}`, names.mean(title, field.title), 'double', field.mean);
    }
  }
  return { fields, attributes };
}
