import { forward } from 'mgrs';
import proj4 from 'proj4';
import type { MapPoint } from '../map-model.ts';

/** The coordinate formats. */
export const coordinateFormats = ['decimal', 'dms', 'utm', 'mgrs', 'map'] as const;
export type CoordinateFormat = (typeof coordinateFormats)[number];

/** UTM and MGRS are undefined beyond these latitudes. */
const gridSouth = -80;
const gridNorth = 84;

/**
 * Formats a position so that `parseCoordinates` and others can read it, with a precision of about a tenth of a metre
 * (UTM, MGRS and map coordinates: a metre). Undefined where the format does not apply (UTM and MGRS near the poles).
 */
export function formatCoordinates(point: MapPoint, format: CoordinateFormat): string | undefined {
  const { lat, lng } = point;
  switch (format) {
    case 'decimal':
      return `${lat.toFixed(6)}, ${lng.toFixed(6)}`;
    case 'dms':
      return `${dms(lat, 'N', 'S')} ${dms(lng, 'E', 'W')}`;
    case 'map':
      return `${trimmed(point.x)} ${trimmed(point.y)}`;
    default: {
      if (lat < gridSouth || lat > gridNorth) return undefined;
      const grid = forward([lng, lat], 5);
      return format === 'mgrs' ? spaced(grid) : utm(lat, lng, grid);
    }
  }
}

/** `51°07'41.0"N`; rounding never shows sixty seconds. */
function dms(degrees: number, positive: string, negative: string): string {
  const tenths = Math.round(Math.abs(degrees) * 36_000);
  const seconds = (tenths % 600) / 10;
  const minutes = Math.floor(tenths / 600) % 60;
  const whole = Math.floor(tenths / 36_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${whole}°${two(minutes)}'${seconds.toFixed(1).padStart(4, '0')}"${degrees < 0 ? negative : positive}`;
}

/** `42U WU 12345 67890` */
function spaced(grid: string): string {
  const [, zone = '', square = '', easting = '', northing = ''] =
    /^(\d+[A-Z])([A-Z]{2})(\d{5})(\d{5})$/.exec(grid) ?? [];
  return `${zone} ${square} ${easting} ${northing}`;
}

/** Zone and band are those of the grid, including the exceptions around Norway and Svalbard. */
function utm(lat: number, lng: number, grid: string): string {
  const [, zone = '31', band = 'N'] = /^(\d+)([A-Z])/.exec(grid) ?? [];
  const [easting = 0, northing = 0] = proj4(
    `+proj=utm +zone=${zone}${lat < 0 ? ' +south' : ''} +datum=WGS84 +units=m +no_defs`,
    [lng, lat],
  );
  return `${zone}${band} ${Math.round(easting)} ${Math.round(northing)}`;
}

/** Map coordinates in degrees need more digits than metres. */
function trimmed(value: number): string {
  return Math.abs(value) <= 360 ? value.toFixed(6) : value.toFixed(2);
}
