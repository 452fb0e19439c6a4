import { metresBetween } from '../../../wire/integrations/moves.ts';
import type { TypeConfig } from '../../../wire/integrations/integration-config.ts';
import { type HostConnection, IntegrationError } from '../../../web/integrations/client/client.ts';
import { areaAround, widen } from '../../../web/integrations/photos/coverage.ts';
import {
  type Area,
  nearestOf,
  type Photo,
  type PhotoSource,
} from '../../../web/integrations/photos/photo.ts';

type Config = TypeConfig<'panorama'>;
interface Feature {
  id?: string | number;
  geometry?: { type?: string; coordinates?: unknown } | null;
  properties?: Record<string, unknown> | null;
}

const timeoutMilliseconds = 15_000;

/**
 * An organisation's own photos: points of a GeoJSON file, read once, or of a feature service layer, queried by
 * location. A path refers to the application's server.
 *
 * @param ask queries a layer of the application's server as the user; any other is queried anonymously
 */
export function layerPhotos(
  config: Config,
  { ask, application }: { ask: HostConnection['ask']; application: string },
): PhotoSource {
  const { photos: address } = config;
  if (!address) throw new IntegrationError('misconfigured');
  const isLayer = /\/(Feature|Map)Server\/\d+\/?$/.test(address);
  let all: Promise<Photo[]> | undefined;
  const inArea = async (area: Area): Promise<Photo[]> => {
    if (isLayer) {
      const query = layerQuery(area);
      const layer = new URL(`${address.replace(/\/$/, '')}/`, application);
      const isOurs = layer.origin === application;
      const url = new URL(query, layer);
      return readAnswer(await (isOurs ? ask(query) : load(url)), config, url);
    }
    all ??= readFile(new URL(address, application), config);
    // A file that could not be read is requested again at the next location.
    all.catch(() => (all = undefined));
    return all;
  };
  const within = async (place: { lat: number; lng: number }, metres: number): Promise<Photo[]> =>
    (await inArea(areaAround(place, metres))).filter(
      (photo) => isLayer || metresBetween(photo, place) <= metres,
    );
  return {
    nearest: async (place) => nearestOf(await within(place, config.radius), place, config.radius),
    nearestBeyond: (place) => widen(async (metres) => nearestOf(await within(place, metres), place, metres)),
    inArea: (area) => inArea(area),
    around: (photo) => within(photo, config.neighbours),
  };
}

/** Query for the points of a layer in an area; relative to the layer. */
export function layerQuery({ west, south, east, north }: Area): string {
  const parameters = new URLSearchParams({
    f: 'geojson',
    where: '1=1',
    outFields: '*',
    outSR: '4326',
    inSR: '4326',
    geometryType: 'esriGeometryEnvelope',
    spatialRel: 'esriSpatialRelIntersects',
    geometry: [west, south, east, north].map((value) => value.toFixed(7)).join(','),
  });
  return `query?${parameters}`;
}

async function readFile(url: URL, config: Config): Promise<Photo[]> {
  return readAnswer(await load(url), config, url);
}

async function load(url: URL): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

function readAnswer({ status, text }: { status: number; text: string }, config: Config, url: URL): Photo[] {
  if (status === 401 || status === 403) throw new IntegrationError('unauthorized');
  const answer = parse(text);
  if (answer?.error?.code === 498 || answer?.error?.code === 499) throw new IntegrationError('unauthorized');
  if (status !== 200 || !Array.isArray(answer?.features)) throw new IntegrationError('unavailable');
  return readPhotos(answer.features, config, url);
}

function parse(text: string): { features?: Feature[]; error?: { code?: number } } | undefined {
  try {
    return JSON.parse(text) as { features?: Feature[] };
  } catch {
    return undefined;
  }
}

/** Photos of GeoJSON points. Points without a URL, or of another date than requested, are omitted. */
export function readPhotos(features: readonly Feature[], config: Config, base: URL): Photo[] {
  const { urlField, headingField, timeField, time: wanted } = config;
  return features.flatMap(({ id, geometry, properties }, index) => {
    const [lng, lat] = Array.isArray(geometry?.coordinates) ? (geometry.coordinates as unknown[]) : [];
    const address = properties?.[urlField];
    if (geometry?.type !== 'Point' || typeof address !== 'string' || !URL.canParse(address, base)) return [];
    if (!isDegrees(lng, 180) || !isDegrees(lat, 90)) return [];
    const url = new URL(address, base);
    const time = timeText(properties?.[timeField]);
    if (!/^https?:$/.test(url.protocol) || !time.startsWith(wanted)) return [];
    const heading = Number(properties?.[headingField]);
    return [
      {
        id: String(id ?? `${index} ${address}`),
        url: url.href,
        lat,
        lng,
        heading: Number.isFinite(heading) ? heading : 0,
        time,
        caption: String(properties?.['street'] ?? properties?.['caption'] ?? ''),
      },
    ];
  });
}

const isDegrees = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= max;

/** Services return times as epoch milliseconds, files as text. A number too large for a time is none. */
function timeText(value: unknown): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : '';
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
