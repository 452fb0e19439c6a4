import { parseJson } from '../../../safety/json-shape.ts';
import type { Fault } from '../../../../wire/errors.ts';
import type { ItemChanges } from './item-store.ts';

/**
 * Reads an item's extent in WGS84 degrees: `[[xmin,ymin],[xmax,ymax]]` as the ArcGIS SDK sends it, or `xmin,ymin,xmax,ymax` as
 * arcgis-rest-js does. `[]` means none.
 */
export function readExtent(text: string | undefined, faults: Fault[]): ItemChanges {
  if (text === undefined) return {};
  const numbers = parseNumbers(text);
  if (numbers?.length === 0) return { west: null, south: null, east: null, north: null };
  const [west, south, east, north] = numbers ?? [];
  if (
    west === undefined ||
    south === undefined ||
    east === undefined ||
    north === undefined ||
    numbers?.length !== 4
  ) {
    faults.push({
      path: 'extent',
      message: 'Give [[xmin,ymin],[xmax,ymax]] or xmin,ymin,xmax,ymax in degrees.',
    });
    return {};
  }
  if (west > east || south > north) {
    faults.push({ path: 'extent', message: 'The first corner is south-west of the second.' });
    return {};
  }
  return { west, south, east, north };
}

function parseNumbers(text: string): number[] | undefined {
  let parsed: unknown;
  try {
    parsed = parseJson(text.trim().startsWith('[') ? text : `[${text}]`);
  } catch {
    return undefined;
  }
  const flat: unknown[] = Array.isArray(parsed) ? parsed.flat() : [];
  return flat.every((each) => typeof each === 'number' && Number.isFinite(each))
    ? (flat as number[])
    : undefined;
}
