import { MappingError } from './errors.ts';

/**
 * The state of a map viewer in the URL hash, so that back, forward, reload and a copied link give the same view:
 * `#at=lat,lng,zoom,rotation&tool=name&show=id,id&hide=id&feature=id:7&look=id,lat,lng,heading,pitch&comment=id`.
 * Ids are percent-encoded, so that they may contain any character.
 */
export interface UrlState {
  at?: MapPlace;
  /** The open tool of the sidebar. */
  tool?: string;
  /** Ids of layers that are shown although the map hides them, and hidden although it shows them. */
  show?: readonly string[];
  hide?: readonly string[];
  /** The selected feature. */
  feature?: LinkedFeature;
  /** The open integration and its view. */
  look?: LinkedLook;
  /** Id of the open conversation. */
  comment?: string;
}

/** A feature by its layer's id in the map and its object id. */
export interface LinkedFeature {
  layer: string;
  id: number;
}

/** An integration by its id in the organisation's configuration, with its location and view, in degrees. */
export interface LinkedLook {
  integration: string;
  lat: number;
  lng: number;
  /** Clockwise from north, 0 ≤ heading < 360. */
  heading?: number;
  /** Above the horizon, -90 to 90. */
  pitch?: number;
}

/** The viewpoint of a map. */
export interface MapPlace {
  /** Degrees, WGS84, -90 to 90. */
  lat: number;
  /** Degrees, WGS84, -180 to 180. */
  lng: number;
  /** Zoom level: 0 shows the world in 256 pixels, each step doubles. */
  zoom: number;
  /** Degrees by which the map is rotated clockwise, 0 ≤ rotation < 360. */
  rotation: number;
}

/** The state in a hash, with the parameters that could not be read; the others are still valid. */
export interface ParsedUrlState {
  state: UrlState;
  faults: MappingError[];
}

/** Largest zoom in a link; map views have lower limits of their own. */
const maxZoom = 24;
const number = /^-?\d{1,3}(\.\d{1,15})?$/;

/**
 * Reads a URL hash, with or without `#`. Unknown parameters are ignored, because other code may use them.
 * A malformed parameter is ignored and listed in `faults` (`url:malformed-place`, `url:malformed-tool`).
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
  const parts = {
    show: parseIds,
    hide: parseIds,
    feature: parseFeature,
    look: parseLook,
    comment: parseComment,
  } as const;
  for (const [name, parse] of Object.entries(parts)) {
    const text = parameters.get(name);
    if (text === null) continue;
    const value = parse(text);
    if (value) Object.assign(state, { [name]: value });
    else faults.push(malformed(name, text));
  }
  return { state, faults };
}

function malformed(name: string, text: string): MappingError {
  return new MappingError(
    `url:malformed-${name}`,
    `A part of this link cannot be read: ${text.slice(0, 100)}`,
    {
      status: 400,
    },
  );
}

/** Writes a state into a hash and keeps other parameters; `''` when nothing is left. */
export function printUrlState(state: UrlState, hash = ''): string {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  set(parameters, 'at', state.at && printPlace(state.at));
  set(parameters, 'tool', state.tool);
  set(parameters, 'show', printIds(state.show));
  set(parameters, 'hide', printIds(state.hide));
  set(
    parameters,
    'feature',
    state.feature && `${encodeURIComponent(state.feature.layer)}:${state.feature.id}`,
  );
  set(parameters, 'look', state.look && printLook(state.look));
  set(parameters, 'comment', state.comment);
  // Commas are allowed in a hash and keep links readable.
  const text = parameters.toString().replaceAll('%2C', ',');
  return text && `#${text}`;
}

/** `51.16051,71.43,12.5,0`: about a metre, a hundredth of a zoom step, a tenth of a degree. */
export function printPlace({ lat, lng, zoom, rotation }: MapPlace): string {
  return [round(lat, 5), round(lng, 5), round(zoom, 2), round(rotation, 1) % 360].join(',');
}

/** Parses `lat,lng,zoom[,rotation]`; undefined when a number is missing, malformed or out of range. */
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

/** Rounds without an exponent and without negative zero. */
function round(value: number, digits: number): number {
  return Number(value.toFixed(digits)) + 0;
}

/** Largest number of layers in a link, and the longest id. */
const max = { layers: 200, id: 200 };

function printIds(ids: readonly string[] | undefined): string | undefined {
  return ids && ids.length > 0 ? ids.slice(0, max.layers).map(encodeURIComponent).join(',') : undefined;
}

function parseIds(text: string): string[] | undefined {
  const ids = text.split(',').map(decodeId);
  return ids.length <= max.layers && ids.every((id) => id !== undefined) ? ids : undefined;
}

function parseFeature(text: string): LinkedFeature | undefined {
  const [, name = '', number = ''] = /^([^:]+):(\d{1,15})$/.exec(text) ?? [];
  const layer = decodeId(name);
  return layer === undefined ? undefined : { layer, id: Number(number) };
}

const parseComment = (text: string) =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text) ? text : undefined;

function printLook({ integration, lat, lng, heading, pitch }: LinkedLook): string {
  const numbers = [round(lat, 6), round(lng, 6), ...(heading === undefined ? [] : [round(heading, 1) % 360])];
  if (heading !== undefined && pitch !== undefined) numbers.push(round(pitch, 1));
  return [integration, ...numbers].join(',');
}

function parseLook(text: string): LinkedLook | undefined {
  const [integration = '', ...parts] = text.split(',');
  const fine = /^[a-z0-9][a-z0-9-]{0,40}$/.test(integration) && parts.length >= 2 && parts.length <= 4;
  if (!fine || !parts.every((part) => number.test(part))) return undefined;
  const [lat = Number.NaN, lng = Number.NaN, heading, pitch] = parts.map((part) => Number(part) + 0);
  const inRange =
    Math.abs(lat) <= 90 &&
    Math.abs(lng) <= 180 &&
    (heading === undefined || (heading >= 0 && heading < 360)) &&
    (pitch === undefined || Math.abs(pitch) <= 90);
  if (!inRange) return undefined;
  return {
    integration,
    lat,
    lng,
    ...(heading !== undefined && { heading }),
    ...(pitch !== undefined && { pitch }),
  };
}

function decodeId(text: string): string | undefined {
  try {
    const id = decodeURIComponent(text);
    return id !== '' && id.length <= max.id ? id : undefined;
  } catch {
    return undefined;
  }
}

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
