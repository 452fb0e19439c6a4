import { z } from 'zod';
import { parameterError, type Parameters } from '../../platform/arcgis/parameters.ts';
import { commaList, listText, readOperation, wholeNumber } from '../../platform/arcgis/schema.ts';
import { nothing } from '../../platform/arcgis/unsupported.ts';
import { type Fault, MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { parseJson } from '../../platform/safety/json-shape.ts';
import { parseQuery } from './grammar/parse.ts';
import type { QueryTree } from './grammar/query-tree.ts';
import { unspacedExcess } from './text/words.ts';

const from0 = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/, 'Specify a whole number from 0.')
  .transform(Number);

const pageSchema = z.object({ start: from0.default(1), num: from0.optional() });

/** A page of a list: `start` counts from 1, `num` 0 requests the total only. */
export interface Page {
  start: number;
  num: number;
}

/** The members of every list: `nextStart` is -1 when there are no more results. */
export interface PageEnvelope {
  total: number;
  start: number;
  num: number;
  nextStart: number;
}

/**
 * Reads `start` (default 1) and `num`; a `num` above the maximum is reduced to it.
 * @param usual `num` by default
 * @param most the maximum
 * @throws MappingError `portal:invalid-paging`, status 400
 */
export function readPage(parameters: Parameters, usual = 10, most: number = limits.searchPage): Page {
  const { start, num = usual } = readOperation(pageSchema, parameters, invalidPage);
  return { start: Math.max(1, start), num: Math.min(most, num) };
}

/** @param num of results, less than requested where a page ends early (`fitting-page-store.ts`) */
export function pageEnvelope({ start, num: requested }: Page, total: number, num = requested): PageEnvelope {
  const next = start + num;
  return { total, start, num, nextStart: num > 0 && next <= total ? next : -1 };
}

function invalidPage(faults: readonly Fault[]): MappingError {
  const names = faults.map(({ path }) => `“${path}”`).join(' and ');
  return new MappingError('portal:invalid-paging', `${names} is a whole number from 0.`, {
    status: 400,
    faults,
  });
}

/** Not `commaList`: a direction may occur twice, once for each field. */
const terms = listText
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .default([]);

const sortSchema = z.object({ sortField: terms, sortOrder: terms });

/** One sort key; `relevance` requires free text. */
export interface SortStep<Field extends string> {
  field: Field;
  descending: boolean;
}

/**
 * Reads `sortField` and `sortOrder`, both comma lists; names may have dashes or capitals (`num-views`,
 * `numViews`). A key without its own direction takes the last one given, ascending by default. A repeated key has no effect.
 * @param fields known names in lower case without dashes, with their meaning here
 * @throws MappingError `portal:invalid-sort`, status 400
 */
export function readSort<Field extends string>(
  parameters: Parameters,
  fields: Readonly<Record<string, Field>>,
): SortStep<Field>[] {
  const { sortField: names, sortOrder } = readOperation(sortSchema, parameters);
  const orders = sortOrder.map(readOrder);
  const steps = new Map<Field, SortStep<Field>>();
  for (const [index, name] of names.entries()) {
    const key = name.toLowerCase().replace(/[-_]/g, '');
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) throw invalidSort('sortField', `Sorting by “${name}” is not possible.`);
    if (!steps.has(field)) steps.set(field, { field, descending: orders[index] ?? orders.at(-1) ?? false });
  }
  return [...steps.values()];
}

function readOrder(order: string): boolean {
  if (/^(asc|ascending)$/i.test(order)) return false;
  if (/^(desc|descending)$/i.test(order)) return true;
  throw invalidSort('sortOrder', 'The order is asc or desc.');
}

function invalidSort(path: string, message: string): MappingError {
  return new MappingError('portal:invalid-sort', message, { status: 400, faults: [{ path, message }] });
}

/** WGS84 degrees; west is greater than east where the box crosses the 180th meridian. */
export interface BoundingBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Characters of four numbers, generously: the rest of a text is not numbers of a box. */
const longestBox = 500;

/**
 * Reads `bbox`, `xmin,ymin,xmax,ymax`.
 * @throws MappingError `portal:invalid-bbox`, status 400
 */
export function readBoundingBox(text: string | undefined): BoundingBox | undefined {
  if (text === undefined) return undefined;
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN, ...more] = text
    .slice(0, longestBox)
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const box = { west, south, east, north };
  if (more.length > 0 || !Object.values(box).every(Number.isFinite) || south > north) {
    throw new MappingError('portal:invalid-bbox', '“bbox” is xmin,ymin,xmax,ymax in degrees.', {
      status: 400,
      faults: [
        { path: 'bbox', message: 'Specify four numbers: west,south,east,north, south not above north.' },
      ],
    });
  }
  return box;
}

/** The box as one or two that do not cross the 180th meridian. */
export function splitAtDateLine(box: BoundingBox): BoundingBox[] {
  if (box.west <= box.east) return [box];
  return [
    { ...box, east: 180 },
    { ...box, west: -180 },
  ];
}

/**
 * Reads `categories`: each value is a list, as a JSON array or separated by commas, of which any may match; when the
 * parameter repeats, every list must match.
 * @throws MappingError `arcgis:invalid-parameter` (400) for more than `limits.searchCategories`, or texts that are too long
 */
export function readCategories(values: readonly string[]): string[][] {
  if (values.reduce((sum, { length }) => sum + length, 0) > limits.loopCharacters)
    throw parameterError('categories', `They may have at most ${limits.loopCharacters} characters together.`);
  const lists = values.map(readList).filter((list) => list.length > 0);
  if (lists.flat().length > limits.searchCategories)
    throw parameterError('categories', `Specify at most ${limits.searchCategories}.`);
  if (lists.flat().some(({ length }) => length > limits.itemCategory))
    throw parameterError('categories', `Each may have at most ${limits.itemCategory} characters.`);
  if (unspacedExcess(lists.flat().join(' ')) !== undefined)
    throw parameterError('categories', `They have more than ${limits.searchWords} words.`);
  return lists;
}

function readList(value: string): string[] {
  return (parseArray(value) ?? value.split(',')).map((name) => name.trim()).filter((name) => name !== '');
}

function parseArray(value: string): string[] | undefined {
  try {
    const parsed: unknown = parseJson(value);
    if (Array.isArray(parsed)) return parsed.filter((name) => typeof name === 'string');
  } catch {
    // Not JSON: a comma-separated list.
  }
  return undefined;
}

export type FacetField = 'type' | 'access' | 'owner' | 'tags' | 'categories' | 'typekeywords';

export interface FacetRequest {
  fields: readonly FacetField[];
  /** Most frequent values of each field. */
  size: number;
}

export interface Facet {
  fieldName: FacetField;
  fieldValues: { value: string; count: number }[];
}

const fields: readonly FacetField[] = ['type', 'access', 'owner', 'tags', 'categories', 'typekeywords'];
const maxValues = 200;

const facetSchema = z.object({
  countFields: commaList.default([]),
  countSize: wholeNumber(0)
    .transform((size) => Math.min(maxValues, size))
    .default(10),
});

/**
 * Reads `countFields` (comma list) and `countSize` (10, at most 200).
 * @throws MappingError `portal:invalid-count-fields`, status 400
 */
export function readFacets(parameters: Parameters): FacetRequest | undefined {
  const { countFields, countSize: size } = readOperation(facetSchema, parameters, ([fault]) =>
    invalidFacets('countSize', fault?.message ?? ''),
  );
  const names = countFields.map((name) => name.toLowerCase());
  return names.length === 0 ? undefined : { fields: [...new Set(names)].map(readField), size };
}

function readField(name: string): FacetField {
  const field = fields.find((known) => known === name);
  if (!field) throw invalidFacets('countFields', `“${name}” cannot be counted; ${fields.join(', ')} can.`);
  return field;
}

function invalidFacets(path: string, message: string): MappingError {
  return new MappingError('portal:invalid-count-fields', `“${path}” cannot be used: ${message}`, {
    status: 400,
    faults: [{ path, message }],
  });
}

/** Besides those of `readPage` and `readSort`. */
const ownGroupsSchema = z.object({
  searchUserAccess: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['groupmember', 'includetrustedorgs'], 'Specify groupMember or includeTrustedOrgs.'))
    .optional(),
  searchUserName: nothing('searchUserName is not supported. The groups are those of the caller.'),
});

/**
 * Reads `searchUserAccess`: whether only groups of which the caller is a member, or items shared with them, are searched.
 * `includeTrustedOrgs` changes nothing: what partners share with the caller is always searched.
 */
export function readOwnGroups(parameters: Parameters): boolean {
  return readOperation(ownGroupsSchema, parameters).searchUserAccess === 'groupmember';
}

const simpleSchema = z.object({ q: z.string().default(''), filter: z.string().default('') });

/** A requested search for groups or users. */
export interface SimpleSearch<Field extends string> {
  query: string;
  q: QueryTree;
  filter: QueryTree;
  /** Only groups of which the caller is a member; not of users. */
  ofOwnGroups: boolean;
  page: Page;
  sort: readonly SortStep<Field>[];
}

/** @throws MappingError with status 400 that names the parameter */
export function readSimpleSearch<Field extends string>(
  parameters: Parameters,
  sortFields: Readonly<Record<string, Field>>,
): SimpleSearch<Field> {
  const { q, filter } = readOperation(simpleSchema, parameters);
  return {
    query: q,
    q: parseQuery(q),
    filter: parseQuery(filter),
    ofOwnGroups: readOwnGroups(parameters),
    page: readPage(parameters),
    sort: readSort(parameters, sortFields),
  };
}
