/** A feature ready to be written: WGS84, attributes with dates as epoch milliseconds. */
export interface DataFeature {
  id: number | string | undefined;
  /** GeoJSON geometry; null if a feature has none. */
  geometry: { type: string; coordinates: unknown } | null;
  attributes: Readonly<Record<string, unknown>>;
  /** Names of date attributes. */
  dates: ReadonlySet<string>;
}

/** A comma-separated table of attributes, with longitude and latitude for points. */
export function writeCsv(features: readonly DataFeature[]): string {
  const names = [...new Set(features.flatMap(({ attributes }) => Object.keys(attributes)))];
  const points = features.some(({ geometry }) => geometry?.type === 'Point');
  const header = points ? [...names, 'longitude', 'latitude'] : names;
  const lines = features.map((feature) => {
    const values = names.map((name) => valueOf(feature, name));
    return points ? [...values, ...positionOf(feature)] : values;
  });
  // The byte order mark tells spreadsheets the encoding.
  return `\uFEFF${[header, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** A FeatureCollection of RFC 7946. */
export function writeGeoJson(features: readonly DataFeature[]): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: features.map((feature) => ({
      type: 'Feature',
      ...(feature.id !== undefined && { id: feature.id }),
      geometry: feature.geometry,
      properties: Object.fromEntries(
        Object.keys(feature.attributes).map((name) => [name, valueOf(feature, name) ?? null]),
      ),
    })),
  });
}

/** `Public transport stops.csv`, without characters that file systems reject. */
export function fileName(title: string, ending: string): string {
  const clean = [...title]
    .map((sign) => (/[\\/:*?"<>|]/.test(sign) || sign < ' ' ? ' ' : sign))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 100);
  return `${clean || 'map'}.${ending}`;
}

function valueOf({ attributes, dates }: DataFeature, name: string): unknown {
  const value = attributes[name];
  return dates.has(name) && typeof value === 'number' ? new Date(value).toISOString() : value;
}

function positionOf({ geometry }: DataFeature): unknown[] {
  return geometry?.type === 'Point' ? (geometry.coordinates as number[]).slice(0, 2) : ['', ''];
}

/** Prevents spreadsheets from interpreting texts as formulas. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
