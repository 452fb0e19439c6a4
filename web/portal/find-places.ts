import { request } from '@esri/arcgis-rest-request';
import { MappingError } from '../../wire/errors.ts';
import type { PortalConnection } from './portal-connection.ts';
import { portalError } from './portal-error.ts';
import type { Locator, Portal } from './portal-types.ts';

/** A locator's completion of a text. `key` identifies the place for that locator. */
export interface PlaceSuggestion {
  text: string;
  key: string;
}

/** A place with the extent to show. Degrees WGS84; the extent is west, south, east, north. */
export interface FoundPlace {
  title: string;
  lat: number;
  lng: number;
  extent?: readonly [number, number, number, number];
}

/** The portal's locator; undefined if it has none. */
export function locatorOf(portal: Portal | undefined): Locator | undefined {
  return portal?.helperServices?.geocode?.find(({ url }) => Boolean(url));
}

/**
 * The portal's locator.
 * @throws MappingError `portal:service-not-found` without one; the code of its fault names the missing service
 */
export function requireLocator(portal: Portal | undefined): Locator {
  const locator = locatorOf(portal);
  if (locator) return locator;
  const message = 'The portal has no geocoder. An administrator of the portal can set one up.';
  throw new MappingError('portal:service-not-found', message, {
    status: 404,
    faults: [{ path: 'helperServices.geocode', code: 'geocode', message }],
  });
}

/** Timeout of a locator in milliseconds. */
const timeout = 10_000;

/**
 * Completes what is being typed; places near `near` come first.
 * @throws MappingError `portal:*`
 */
export async function suggestPlaces(
  connection: PortalConnection,
  locator: Locator,
  text: string,
  near: { lat: number; lng: number } | undefined,
  signal: AbortSignal,
): Promise<PlaceSuggestion[]> {
  const { suggestions = [] } = await ask<{
    suggestions?: { text: string; magicKey: string; isCollection?: boolean }[];
  }>(connection, `${locator.url}/suggest`, { text, maxSuggestions: 6, ...nearby(near) }, signal);
  return suggestions.map((found) => ({ text: found.text, key: found.magicKey }));
}

/**
 * The place of a suggestion, or of a whole text when there is none.
 * @throws MappingError `portal:*`
 */
export async function findPlace(
  connection: PortalConnection,
  locator: Locator,
  { text, key }: { text: string; key?: string },
  near: { lat: number; lng: number } | undefined,
  signal: AbortSignal,
): Promise<FoundPlace | undefined> {
  const { candidates = [] } = await ask<{ candidates?: Candidate[] }>(
    connection,
    `${locator.url}/findAddressCandidates`,
    {
      SingleLine: text,
      ...(key && { magicKey: key }),
      maxLocations: 1,
      outSR: 4326,
      outFields: 'LongLabel,PlaceName',
      ...nearby(near),
    },
    signal,
  );
  const [best] = candidates;
  if (!best) return undefined;
  const { xmin, ymin, xmax, ymax } = best.extent ?? {};
  return {
    title: best.address,
    lat: best.location.y,
    lng: best.location.x,
    ...(xmin !== undefined &&
      ymin !== undefined &&
      xmax !== undefined &&
      ymax !== undefined && { extent: [xmin, ymin, xmax, ymax] as const }),
  };
}

/**
 * The locator's name of a place; undefined if it has none.
 * @throws MappingError `portal:*`
 */
export async function nameOfPlace(
  connection: PortalConnection,
  locator: Locator,
  { lat, lng }: { lat: number; lng: number },
  signal: AbortSignal,
): Promise<string | undefined> {
  const params = { location: `${lng.toFixed(6)},${lat.toFixed(6)}`, outSR: 4326 };
  const { address } = await ask<{ address?: Record<string, string> }>(
    connection,
    `${locator.url}/reverseGeocode`,
    params,
    signal,
  );
  return address?.['LongLabel'] || address?.['Match_addr'] || undefined;
}

interface Candidate {
  address: string;
  location: { x: number; y: number };
  extent?: { xmin?: number; ymin?: number; xmax?: number; ymax?: number };
}

function nearby(near: { lat: number; lng: number } | undefined): { location?: string } {
  return near ? { location: `${near.lng.toFixed(5)},${near.lat.toFixed(5)}` } : {};
}

/** The token is sent only to a locator on the portal's own server. */
async function ask<Result>(
  { url, session }: PortalConnection,
  address: string,
  params: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Result> {
  const own = new URL(address, url).origin === new URL(url).origin;
  const token = own ? await session.token() : '';
  try {
    return (await request(address, {
      httpMethod: 'GET',
      params: { ...params, ...(token && { token }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    })) as Result;
  } catch (cause) {
    throw portalError(cause);
  }
}
