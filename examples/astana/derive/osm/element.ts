import type { Geometry } from '../geometry/types.ts';

/** One OpenStreetMap node or way, joined and without the tags that name its mappers. */
export interface Element {
  kind: 'node' | 'way';
  id: number;
  tags: Record<string, string>;
  geometry: Geometry;
}

/** Tags about who mapped an object and when: personal, and no use on a map. */
export const personalTags = ['@id', '@type', '@user', '@uid', '@changeset', '@version', '@timestamp'];

/** Tags about people and the act of mapping that are dropped besides. */
const unwantedTags = /^(source|note|fixme|created_by|phone|contact|email|fax|addr:checked)(:|_|$)/;

export function usefulTags(properties: Record<string, unknown>): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const [key, value] of Object.entries(properties)) {
    if (personalTags.includes(key) || unwantedTags.test(key)) continue;
    tags[key] = String(value).trim();
  }
  return tags;
}

export function isArea(element: Element): boolean {
  return element.geometry.type === 'Polygon' || element.geometry.type === 'MultiPolygon';
}

export function isLine(element: Element): boolean {
  return element.geometry.type === 'LineString' || element.geometry.type === 'MultiLineString';
}
