import { MappingError } from './errors.ts';

/**
 * What a map viewer keeps in the URL hash, so that back, forward, reload and a copied link give the same view
 * (product.md, Routes): `#at=lat,lng,zoom,rotation&tool=name`.
 */
export interface UrlState {
  at?: MapPlace;
  /** The open tool of the sidebar. */
  tool?: string;
}

/** Where a map looks. */
export interface MapPlace {
  /** Degrees, WGS84, -90 to 90. */
  lat: number;
  /** Degrees, WGS84, -180 to 180. */
  lng: number;
  /** Zoom level: 0 shows the world in 256 pixels, each step doubles. */
  zoom: number;
  /** Degrees by which the map is turned clockwise, 0 ≤ rotation < 360. */
  rotation: number;
}

/** Parameters of a hash that could not be read; the others still count. */
export interface ParsedUrlState {
  state: UrlState;
  faults: MappingError[];
}

/** The deepest zoom a link may ask for; map views stop earlier by themselves. */
const maxZoom = 24;
const number = /^-?\d{1,3}(\.\d{1,15})?$/;

/**
 * Reads a URL hash, with or without `#`. Unknown parameters are left alone: they belong to somebody else.
 * A malformed parameter is left out and named in `faults` (`url:malformed-place`, `url:malformed-tool`).
 */
export function parseUrlState(hash: string): ParsedUrlState {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const state: UrlState = {};
  const faults: MappingError[] = [];
  const at = parameters.get('at');
  if (at !== null) {
    const place = parsePlace(at);
    if (place) state.at = place;
    else
      faults.push(
        new MappingError(
          'url:malformed-place',
          `The place in this link cannot be read: ${at.slice(0, 100)}`,
          { status: 400 },
        ),
      );
  }
  const tool = parameters.get('tool');
  if (tool !== null) {
    if (/^[a-z][a-z0-9-]{0,40}$/.test(tool)) state.tool = tool;
    else
      faults.push(
        new MappingError(
          'url:malformed-tool',
          `The tool in this link cannot be read: ${tool.slice(0, 100)}`,
          { status: 400 },
        ),
      );
  }
  return { state, faults };
}

/** Writes a state into a hash and keeps the parameters of others; `''` when nothing is left. */
export function printUrlState(state: UrlState, hash = ''): string {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  set(parameters, 'at', state.at && printPlace(state.at));
  set(parameters, 'tool', state.tool);
  // Commas are allowed in a hash and keep links readable.
  const text = parameters.toString().replaceAll('%2C', ',');
  return text && `#${text}`;
}

/** `51.16051,71.43,12.5,0`: about a metre, a hundredth of a zoom step, a tenth of a degree. */
export function printPlace({ lat, lng, zoom, rotation }: MapPlace): string {
  return [round(lat, 5), round(lng, 5), round(zoom, 2), round(rotation, 1) % 360].join(',');
}

/** The place of `lat,lng,zoom[,rotation]`; undefined when a number is missing, malformed or out of range. */
export function parsePlace(text: string): MapPlace | undefined {
  const parts = text.split(',');
  if (parts.length < 3 || parts.length > 4 || !parts.every((part) => number.test(part))) return undefined;
  const [lat = Number.NaN, lng = Number.NaN, zoom = Number.NaN, rotation = 0] = parts.map(
    (part) => Number(part) + 0,
  );
  const inRange =
    Math.abs(lat) <= 90 &&
    Math.abs(lng) <= 180 &&
    zoom >= 0 &&
    zoom <= maxZoom &&
    rotation >= 0 &&
    rotation < 360;
  return inRange ? { lat, lng, zoom, rotation } : undefined;
}

function set(parameters: URLSearchParams, name: string, value: string | undefined): void {
  if (value === undefined) parameters.delete(name);
  else parameters.set(name, value);
}

/** Rounds without an exponent and without minus zero. */
function round(value: number, digits: number): number {
  return Number(value.toFixed(digits)) + 0;
}
