import { z } from 'zod';
import { cut, storedText } from '../safety/stored-text.ts';

/** A layer of a web map, as far as the map doctor checks it. */
export interface DocumentLayer {
  title: string;
  /** As in the web map specification, such as `ArcGISFeatureLayer`. */
  layerType: string;
  /** Address of its service or file; empty when it contains its features, or names an item. */
  url: string;
  itemId: string;
}

/** Maximum number of checked layers of one map; the rest is ignored. */
const maxLayers = 100;
/** Characters of a layer's title; the rest is cut off. */
const maxTitle = 250;
const deepest = 10;

/** Every layer of a web map, including those in groups and the basemap's. Malformed ones are skipped. */
export function layersOf(document: unknown): DocumentLayer[] {
  const { operationalLayers, baseMap } = asObject(document);
  const all = [...list(operationalLayers, 0), ...list(asObject(baseMap)['baseMapLayers'], 0)];
  return all.slice(0, maxLayers);
}

function list(value: unknown, depth: number): DocumentLayer[] {
  if (!Array.isArray(value) || depth > deepest) return [];
  return value.slice(0, maxLayers).flatMap((one: unknown) => {
    const { title, layerType, url, styleUrl, itemId, layers, featureCollection } = asObject(one);
    if (layerType === 'GroupLayer' || (Array.isArray(layers) && !url)) return list(layers, depth + 1);
    if (typeof one !== 'object' || one === null) return [];
    // Features in the document itself need no service.
    if (featureCollection && !url) return [];
    return [
      {
        title: storedText(cut(text(title), maxTitle)),
        layerType: text(layerType),
        url: text(url) || text(styleUrl),
        itemId: text(itemId),
      },
    ];
  });
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The layers of a web map, given as JSON; none of an empty text.
 * @returns undefined for what is not JSON, and for an error of a portal
 */
export function readMapLayers(given: Uint8Array | string): DocumentLayer[] | undefined {
  const text = textIn(given);
  if (text.trim() === '') return [];
  const document = parse(text);
  return document === undefined || 'error' in asObject(document) ? undefined : layersOf(document);
}

const itemSchema = z.object({
  type: z.literal('Web Map'),
  access: z.literal('public'),
  owner: z
    .string()
    .max(250)
    .refine((owner) => !owner.includes('\0'), 'PostgreSQL stores no NUL.'),
});

/** The owner of a portal item; undefined for anything but a public web map. */
export function readMapOwner(given: Uint8Array | string): string | undefined {
  return itemSchema.safeParse(parse(textIn(given))).data?.owner;
}

const foundSchema = z.object({
  results: z.array(
    z.object({ id: z.string().regex(/^[0-9a-f]{32}$/i), type: z.string(), access: z.string() }),
  ),
});

/** The ids of the public web maps that a portal found; none for any other response. */
export function readFoundMaps(given: Uint8Array | string): string[] {
  const found = foundSchema.safeParse(parse(textIn(given))).data?.results ?? [];
  return found.filter(({ type, access }) => type === 'Web Map' && access === 'public').map(({ id }) => id);
}

function textIn(given: Uint8Array | string): string {
  if (typeof given === 'string') return given;
  return Buffer.from(given.buffer, given.byteOffset, given.byteLength).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
