import { MappingError, type Fault } from '../../../../wire/errors.ts';
import { coded } from '../../../../wire/refusals.ts';
import { limits } from '../../../limits.ts';
import { parseJson } from '../../../platform/safety/json-shape.ts';
import type { PortalCall } from '../../operation.ts';
import { findItemType } from '../item-types.ts';
import type { ItemChanges } from './item-store.ts';

/** The fields that addItem and update may set. */
export type ItemFields = Omit<ItemChanges, 'thumbnail'>;

type Asked = Pick<PortalCall, 'parameters' | 'all' | 'blank'>;

/** Text fields of addItem and update: parameter, column, maximum length, and the code of the error for a longer value. */
const texts = [
  ['title', 'title', limits.itemTitle, 'long-title'],
  ['snippet', 'snippet', limits.itemSnippet, 'long-summary'],
  ['description', 'description', limits.itemDescription, 'long-description'],
  ['accessInformation', 'access_information', limits.itemSnippet, 'long-credits'],
  ['licenseInfo', 'license_info', limits.itemDescription, 'long-terms'],
  ['culture', 'culture', 20, undefined],
] as const;

const lists = [
  ['tags', 'tags'],
  ['typeKeywords', 'type_keywords'],
  ['categories', 'categories'],
] as const;

/** Fields that `clearEmptyFields` may clear; an item always has a title, type and culture. */
const clearable: Readonly<Record<string, ItemFields>> = {
  snippet: { snippet: '' },
  description: { description: '' },
  accessInformation: { access_information: '' },
  licenseInfo: { license_info: '' },
  tags: { tags: [] },
  typeKeywords: { type_keywords: [] },
  categories: { categories: [] },
  url: { url: null },
  extent: { west: null, south: null, east: null, north: null },
  spatialReference: { spatial_reference: null },
  properties: { properties: null },
};

/**
 * Reads the fields of an item from addItem and update. Fields that the portal itself sets (id, owner, times, size, thumbnail,
 * access) are ignored, because the ArcGIS SDK sends the whole item back. `description` is stored as given.
 * @throws MappingError `portal:invalid-item`, status 400, that names every invalid field
 */
export function readItemInput(asked: Asked): ItemFields {
  const { parameters, blank } = asked;
  const faults: Fault[] = [];
  const changes: ItemFields = {};
  for (const [name, column, longest, code] of texts) {
    const text = parameters[name];
    if (text === undefined) continue;
    if (text.length > longest)
      faults.push({
        path: name,
        message: `Use at most ${longest} characters.`,
        ...(code && coded(code, { most: longest })),
      });
    changes[column] = name === 'title' ? text.trim() : text;
  }
  for (const [name, column] of lists) {
    const list = readList(asked, name);
    if (list) changes[column] = checkList(list, name, faults);
  }
  Object.assign(
    changes,
    readType(parameters, faults),
    readUrl(parameters, faults),
    readProperties(parameters, faults),
  );
  Object.assign(changes, readExtent(parameters['extent'], faults));
  if (parameters['spatialReference'])
    changes.spatial_reference = parameters['spatialReference'].slice(0, 1000);
  if (faults.length > 0) throw invalidItem(faults);
  if (parameters['clearEmptyFields'] === 'true') {
    for (const [name, cleared] of Object.entries(clearable))
      if (blank.has(name)) Object.assign(changes, cleared);
  }
  return changes;
}

export function invalidItem(faults: readonly Fault[]): MappingError {
  const sentence = faults.map(({ path, message }) => `${path}: ${message}`).join(' ');
  return new MappingError('portal:invalid-item', `The item cannot be saved. ${sentence}`, {
    status: 400,
    faults,
  });
}

/** Reads a list: comma-separated, a JSON array, or a repeated parameter. */
function readList({ all }: Asked, name: string): string[] | undefined {
  const values = all[name];
  if (!values) return undefined;
  const parts = values.flatMap((value) => parseArray(value) ?? value.split(','));
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

function parseArray(value: string): string[] | undefined {
  if (!value.trimStart().startsWith('[')) return undefined;
  try {
    const parsed: unknown = parseJson(value);
    return Array.isArray(parsed) && parsed.every((part) => typeof part === 'string') ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function checkList(list: string[], name: string, faults: Fault[]): string[] {
  const tags = name === 'tags';
  if (list.length > limits.itemTags)
    faults.push({
      path: name,
      message: `Give at most ${limits.itemTags}.`,
      ...(tags && coded('many-tags', { most: limits.itemTags })),
    });
  const longest = name === 'categories' ? limits.itemTag * 4 : limits.itemTag;
  if (list.some((part) => part.length > longest)) {
    faults.push({
      path: name,
      message: `Each may have at most ${longest} characters.`,
      ...(tags && coded('long-tag', { most: longest })),
    });
  }
  return list;
}

function readType(parameters: Asked['parameters'], faults: Fault[]): ItemFields {
  const name = parameters['type'];
  if (name === undefined) return {};
  const type = findItemType(name);
  if (!type) faults.push({ path: 'type', message: `“${name.slice(0, 80)}” is no type of item.` });
  return type ? { type } : {};
}

/** Reads a link for people: http, https, or a path of this server; never `javascript:`. */
function readUrl(parameters: Asked['parameters'], faults: Fault[]): ItemFields {
  const url = parameters['url']?.trim();
  if (url === undefined) return {};
  const fine = /^(https?:\/\/|\/(?!\/))/i.test(url) && URL.canParse(url, 'http://localhost');
  if (!fine || url.length > 2048) {
    faults.push({
      path: 'url',
      message: 'Give an http or https address of at most 2048 characters.',
      ...coded('no-web-address', { most: 2048 }),
    });
  }
  return { url };
}

function readProperties(parameters: Asked['parameters'], faults: Fault[]): ItemFields {
  const text = parameters['properties'];
  if (text === undefined || text === 'null') return {};
  try {
    const parsed: unknown = parseJson(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return { properties: JSON.stringify(parsed) };
  } catch {
    // Reported below.
  }
  faults.push({ path: 'properties', message: 'Give a JSON object.' });
  return {};
}

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
