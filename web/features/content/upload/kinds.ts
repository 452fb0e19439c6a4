/** Readable names of field types. */
export type FieldKind = 'number' | 'whole' | 'date' | 'text';

export function fieldKind(type: string): FieldKind {
  if (type.endsWith('Integer')) return 'whole';
  if (/(Double|Single)$/.test(type)) return 'number';
  return type.endsWith('Date') ? 'date' : 'text';
}

/** Readable names of geometry types. */
export type GeometryKind = 'points' | 'lines' | 'areas' | 'table';

export function geometryKind(type: string | null): GeometryKind {
  if (type === null) return 'table';
  if (type === 'esriGeometryPolygon') return 'areas';
  return type === 'esriGeometryPolyline' ? 'lines' : 'points';
}
