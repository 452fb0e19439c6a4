import type { FeatureLook } from '../../../../map/add/add-layers.ts';
import { checked, ReadError, readLimits, type ReadResult } from './read-features.ts';

/** Reads KML or GPX. The browser's own parser is used, so this runs in the page. */
export async function readXml(text: string, kind: 'kml' | 'gpx'): Promise<ReadResult> {
  const { kml, gpx } = await import('@tmcw/togeojson');
  const xml = new DOMParser().parseFromString(text, 'application/xml');
  const fault = xml.querySelector('parsererror');
  if (fault) throw new ReadError('broken', fault.textContent?.trim().slice(0, 200) ?? '');
  const { features } = kind === 'kml' ? kml(xml) : gpx(xml);
  // Folders and links without a position are not features.
  return checked(features.filter(({ geometry }) => geometry !== null).map(withPlainValues));
}

/** What the parser adds to the attributes of a feature from its style. */
const styleNames =
  /^(?:styleUrl|styleHash|styleMapHash|(?:fill|stroke)(?:-opacity)?|stroke-width|icon|(?:icon|label)-(?:color|opacity|scale)|icon-(?:heading|offset|offset-units))$/;

/** Descriptions may be objects with markup; styles are not attributes. */
function withPlainValues(feature: { geometry: unknown; properties: Record<string, unknown> | null }) {
  const properties = Object.fromEntries(
    Object.entries(feature.properties ?? {})
      .filter(([name]) => !styleNames.test(name))
      .map(([name, value]) => [name, plain(value)]),
  );
  const look = lookOf(feature.properties ?? {});
  return { type: 'Feature', geometry: feature.geometry, properties, ...(look && { look }) };
}

/** How KML draws a feature: the members that the parser makes of its style. */
function lookOf(properties: Record<string, unknown>): FeatureLook | undefined {
  const text = (name: string) => {
    const value = properties[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const number = (name: string) => {
    const value = properties[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  };
  const look: Record<keyof FeatureLook, string | number | undefined> = {
    fill: text('fill'),
    fillOpacity: number('fill-opacity'),
    stroke: text('stroke'),
    strokeOpacity: number('stroke-opacity'),
    strokeWidth: number('stroke-width'),
    scale: number('icon-scale'),
    color: text('icon-color'),
  };
  const known = Object.entries(look).filter(([, value]) => value !== undefined);
  return known.length > 0 ? (Object.fromEntries(known) as FeatureLook) : undefined;
}

function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { value: inner } = value as { value?: unknown };
  return typeof inner === 'string' ? inner : JSON.stringify(value);
}

/** The KML inside a KMZ. */
export async function unpackKmz(bytes: ArrayBuffer): Promise<string> {
  const { strFromU8, unzipSync } = await import('fflate');
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(new Uint8Array(bytes), {
      filter: ({ name, originalSize }) => /\.kml$/i.test(name) && fits(originalSize),
    });
  } catch (cause) {
    if (cause instanceof ReadError) throw cause;
    throw new ReadError('broken', cause instanceof Error ? cause.message : '');
  }
  const [first] = Object.values(files);
  if (!first) throw new ReadError('empty');
  return strFromU8(first);
}

/** A small archive can hold gigabytes, which would be unpacked in the page. */
function fits(bytes: number): boolean {
  if (bytes > readLimits.bytes) throw new ReadError('size', String(bytes));
  return true;
}
