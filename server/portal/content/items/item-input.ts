import { z } from 'zod';
import { MappingError, type Fault } from '../../../../wire/errors.ts';
import { coded, type RefusalCode } from '../../../../wire/refusals.ts';
import { limits } from '../../../limits.ts';
import type { Parameters } from '../../../platform/arcgis/parameters.ts';
import { boolean, everyValue, jsonObject, readOperation } from '../../../platform/arcgis/schema.ts';
import { never, nothing, off } from '../../../platform/arcgis/unsupported.ts';
import { faultText } from '../../../platform/http/arcgis-error.ts';
import { hasMoreValues, parseStorableJson } from '../../../platform/safety/json-shape.ts';
import { findItemType } from '../item-types.ts';
import { categoryNames } from '../../search/text/words.ts';
import type { ItemChanges } from './item-store.ts';

/** The fields that addItem and update may set. */
export type ItemFields = Omit<ItemChanges, 'thumbnail'>;

type TextCode = RefusalCode & `long-${string}`;

/** @param code of the error for a longer value */
function text(most: number, code?: TextCode) {
  return z.string().refine((value) => value.length <= most, {
    message: `Use at most ${most} characters.`,
    params: code && coded(code as 'long-title', { most }),
  });
}

/**
 * Separated by commas, a JSON array, or a repeated parameter.
 * @param codes also `levels`, how deep each may be nested as the path of a category
 */
function texts(longest: number, codes: { many?: RefusalCode; long?: RefusalCode; levels?: number } = {}) {
  const { levels = Number.POSITIVE_INFINITY } = codes;
  return everyValue(
    z
      .array(z.string())
      .refine((values) => values.reduce((sum, { length }) => sum + length, 0) <= limits.loopCharacters, {
        message: `Use at most ${limits.loopCharacters} characters together.`,
      })
      .transform((values) => {
        const parts = values.flatMap((value) => parseArray(value) ?? value.split(','));
        return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
      })
      .refine(({ length }) => length <= limits.itemTags, {
        message: `Specify at most ${limits.itemTags}.`,
        params: codes.many && coded('many-tags', { most: limits.itemTags }),
      })
      .refine((parts) => parts.every((part) => part.length <= longest), {
        message: `Each may have at most ${longest} characters.`,
        params: codes.long && coded('long-tag', { most: longest }),
      })
      .refine(
        (parts) => parts.every((part) => categoryNames(part).length <= 1 + levels),
        `A category has at most ${levels} levels below its root.`,
      )
      .optional(),
  );
}

/** A link for users: http, https, or a path of this server; never `javascript:`. */
const link = z
  .string()
  .trim()
  .refine(
    (url) =>
      /^(https?:\/\/|\/(?!\/))/i.test(url) && URL.canParse(url, 'http://localhost') && url.length <= 2048,
    {
      message: 'Specify an http or https address of at most 2048 characters.',
      params: coded('no-web-address', { most: 2048 }),
    },
  );

/** An item's type, by any of its names. */
const itemType = z.string().transform((name, context) => {
  const type = findItemType(name);
  if (!type) context.addIssue({ code: 'custom', message: `“${name.slice(0, 80)}” is not an item type.` });
  return type ?? z.NEVER;
});

/**
 * An item's extent in WGS84 degrees: `[[xmin,ymin],[xmax,ymax]]` as the ArcGIS SDK sends it, or `xmin,ymin,xmax,ymax` as
 * arcgis-rest-js does. `[]` means none.
 */
const itemExtent = z
  .string()
  .max(1000)
  .transform((text, context): ItemChanges => {
    const numbers = parseNumbers(text);
    if (numbers?.length === 0) return { west: null, south: null, east: null, north: null };
    const [west = NaN, south = NaN, east = NaN, north = NaN] = numbers ?? [];
    if (numbers?.length !== 4) {
      context.addIssue({
        code: 'custom',
        message: 'Specify [[xmin,ymin],[xmax,ymax]] or xmin,ymin,xmax,ymax in degrees.',
      });
    } else if (west > east || south > north) {
      context.addIssue({ code: 'custom', message: 'The first corner must be south-west of the second.' });
    }
    return { west, south, east, north };
  });

const noKeys = 'API keys are not supported.';
const credentials = 'Stored credentials are not supported. Users sign in to the service themselves.';

const schema = z.object({
  title: text(limits.itemTitle, 'long-title').trim().optional(),
  snippet: text(limits.itemSnippet, 'long-summary').optional(),
  description: text(limits.itemDescription, 'long-description').optional(),
  accessInformation: text(limits.itemSnippet, 'long-credits').optional(),
  licenseInfo: text(limits.itemDescription, 'long-terms').optional(),
  documentation: text(limits.itemDescription).optional(),
  culture: text(20).optional(),
  tags: texts(limits.itemTag, { many: 'many-tags', long: 'long-tag' }),
  typeKeywords: texts(limits.itemTag),
  categories: texts(limits.itemCategory, { levels: limits.categoryDepth }),
  type: itemType.optional(),
  url: link.optional(),
  // The SDK writes “null” where an item has none.
  properties: z.preprocess(
    (text) => (text === 'null' ? undefined : text),
    jsonObject
      .transform((properties) => JSON.stringify(properties))
      .refine((json) => json.length <= limits.itemProperties, {
        message: `Use at most ${limits.itemProperties} characters of JSON.`,
      })
      .refine((json) => !hasMoreValues(json, limits.itemPropertyValues), {
        message: `Use at most ${limits.itemPropertyValues} objects, lists and members of them.`,
      })
      .optional(),
  ),
  extent: itemExtent.optional(),
  spatialReference: z.string().optional(),
  commentsEnabled: boolean.optional(),
  thumbnailUrl: never(
    'thumbnailUrl is not supported. Send the picture as thumbnail, or use updateThumbnail.',
  ),
  overwrite: off('overwrite is not supported. Replace the data of an item with update.'),
  appProxies: nothing('Proxies of items are not supported.'),
  serviceProxyParams: nothing('Proxies of items are not supported.'),
  serviceProxyFilter: nothing('Proxies of items are not supported.'),
  serviceUsername: nothing(credentials),
  servicePassword: nothing(credentials),
  classification: nothing('classification is not supported. Use categories or tags.'),
  screenshots: nothing('screenshots is not supported. Send them with addResources.'),
  largeThumbnail: nothing('largeThumbnail is not supported.'),
  // Items that are no keys have -1.
  apiToken1ExpirationDate: nothing(noKeys, '-1'),
  apiToken2ExpirationDate: nothing(noKeys, '-1'),
  clearEmptyFields: boolean.default(false),
});

/** Texts that an operation may give to the item that it adds. */
export const itemTexts = schema.pick({ title: true, snippet: true, description: true, tags: true }).shape;

/** Fields that `clearEmptyFields` may clear; an item always has a title, type and culture. */
const clearable: Readonly<Record<string, ItemFields>> = {
  snippet: { snippet: '' },
  description: { description: '' },
  accessInformation: { access_information: '' },
  licenseInfo: { license_info: '' },
  documentation: { documentation: '' },
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
export function readItemInput(parameters: Parameters): ItemFields {
  const input = readOperation(schema, parameters, invalidItem);
  const fields = {
    title: input.title,
    snippet: input.snippet,
    description: input.description,
    access_information: input.accessInformation,
    license_info: input.licenseInfo,
    documentation: input.documentation,
    culture: input.culture,
    tags: input.tags,
    type_keywords: input.typeKeywords,
    categories: input.categories,
    type: input.type,
    url: input.url,
    properties: input.properties,
    spatial_reference: input.spatialReference?.slice(0, 1000),
    comments_enabled: input.commentsEnabled,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const cleared = Object.entries(clearable).filter(
    ([name]) => input.clearEmptyFields && parameters.isBlank(name),
  );
  return Object.assign(Object.fromEntries(given), input.extent, ...cleared.map(([, fields]) => fields));
}

export function invalidItem(faults: readonly Fault[]): MappingError {
  const sentence = faults.map(faultText).join(' ');
  return new MappingError('portal:invalid-item', `The item cannot be saved. ${sentence}`, {
    status: 400,
    faults,
  });
}

function parseArray(value: string): string[] | undefined {
  if (!value.trimStart().startsWith('[')) return undefined;
  try {
    const parsed: unknown = parseStorableJson(value);
    return Array.isArray(parsed) && parsed.every((part) => typeof part === 'string') ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function parseNumbers(text: string): number[] | undefined {
  let parsed: unknown;
  try {
    parsed = parseStorableJson(text.trim().startsWith('[') ? text : `[${text}]`);
  } catch {
    return undefined;
  }
  const flat: unknown[] = Array.isArray(parsed) ? parsed.flat() : [];
  return flat.every((each) => typeof each === 'number' && Number.isFinite(each))
    ? (flat as number[])
    : undefined;
}
