import { type Area, parseArea, printArea } from '../../wire/area.ts';

const keyOf = (org: string) => `mapping.area:${org}`;

/** Stores, for this tab, the area that a map of the organisation shows: other pages search in that area. */
export function rememberArea(storage: Storage, org: string, area: Area): void {
  try {
    storage.setItem(keyOf(org), printArea(area));
  } catch {
    // Without storage no area is offered elsewhere.
  }
}

/** The area that a map of the organisation showed last in this tab; undefined when there was none. */
export function lastArea(storage: Storage, org: string): Area | undefined {
  try {
    return parseArea(storage.getItem(keyOf(org)));
  } catch {
    return undefined;
  }
}
