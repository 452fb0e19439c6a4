/** West, south, east, north in degrees (WGS84); west is greater than east where an area crosses the 180th meridian. */
export type Area = readonly [west: number, south: number, east: number, north: number];

/** Reads `west,south,east,north`; undefined for anything that is not an area on the Earth. */
export function parseArea(text: string | null | undefined): Area | undefined {
  const parts = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west, south, east, north] = parts;
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    return undefined;
  if (parts.length !== 4 || !parts.every(Number.isFinite)) return undefined;
  const onEarth = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90;
  return onEarth && south <= north ? [west, south, east, north] : undefined;
}

/** Writes an area with about ten metres of precision. */
export function printArea(area: Area): string {
  return area.map((degrees) => String(Number(degrees.toFixed(4)))).join(',');
}
