import { gunzipSync } from 'node:zlib';
import type { SourceFeature } from '../gis/storage/service-input.ts';
import { createHash, type Hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  content,
  type Content,
  type ContentItem,
  type HostedContent,
} from '../../examples/astana/content.ts';
import { layerFields } from '../../examples/astana/layer-fields.ts';
import { problemReports } from '../../examples/astana/problem-reports.ts';
import { type AppConfigInput, appConfigSchema } from '../../wire/app-config.ts';
import { MappingError } from '../../wire/errors.ts';
import { firstViewOf, placeOfPicture, printPicturePlace } from '../../wire/map-picture.ts';
import { stableId } from './users.ts';

/** The features of a layer's file: gzipped GeoJSON. */
export function readLayer(bytes: Uint8Array): SourceFeature[] {
  return (JSON.parse(gunzipSync(bytes).toString()) as { features: SourceFeature[] }).features;
}

interface MapLayer {
  itemId?: string;
  layerDefinition?: { drawingInfo?: object };
  popupInfo?: object;
}

/**
 * Symbols, labels and popup that a web map gives a layer.
 * @param webMap text of the web map, with or without its placeholders
 * @param itemId the id of the layer's item as in the text
 */
export function drawingOf(
  webMap: string,
  itemId: string,
): { drawingInfo: object | null; popupInfo?: object } {
  const { operationalLayers = [] } = JSON.parse(webMap) as { operationalLayers?: MapLayer[] };
  const layer = operationalLayers.find((candidate) => candidate.itemId === itemId);
  return {
    drawingInfo: layer?.layerDefinition?.drawingInfo ?? null,
    ...(layer?.popupInfo && { popupInfo: layer.popupInfo }),
  };
}

/** The view in pixels of which the thumbnails were taken (examples/astana/derive/thumbnails). */
const thumbnailFrame = { width: 900, height: 600 };

const examples = path.resolve(import.meta.dirname, '../../examples');
const city = path.join(examples, 'astana');

export interface DemoOrganisation {
  name: string;
  config: AppConfigInput;
  logo?: { contentType: string; bytes: Uint8Array };
}

export interface DemoContent extends Omit<Content, 'items'> {
  /** Hash of everything that is loaded. */
  fingerprint: string;
  organisations: DemoOrganisation[];
  /** Gazetteer files. */
  gazetteers: string[];
  items: DemoItem[];
}

/** An item with its files read and its placeholders filled in. */
export interface DemoItem extends Omit<ContentItem, 'file' | 'contentType' | 'hosted' | 'thumbnail'> {
  data?: { contentType: string; bytes: Uint8Array };
  hosted?: DemoHosted;
  thumbnail: { name: string; bytes: Uint8Array };
}

/** A hosted layer with its file (`bytes`, unchanged) and its drawing info. */
export interface DemoHosted extends Omit<HostedContent, 'features' | 'webMap'> {
  bytes: Uint8Array;
  drawingInfo: object | null;
}

/** Reads `examples/` with its placeholders filled in for an installation at `publicUrl`. */
export async function readDemo(publicUrl: string): Promise<DemoContent> {
  const hash = createHash('sha256')
    .update(publicUrl)
    .update(JSON.stringify([content, problemReports]));
  // The content belongs to the city, below its organisation's addresses.
  const addresses = { portal: `${publicUrl}/portal/demo`, server: `${publicUrl}/server/demo` };
  const gazetteers = ['astana', 'world'].map((place) => path.join(examples, place, 'gazetteer.ndjson.gz'));
  for (const file of gazetteers) hash.update(await readFile(file));
  const organisations = await readOrganisations(hash, addresses);
  const items: DemoItem[] = [];
  for (const item of content.items) items.push(await readItem(hash, addresses, item));
  return { ...content, fingerprint: hash.digest('hex'), organisations, gazetteers, items };
}

type Addresses = Readonly<Record<string, string>>;

async function readItem(hash: Hash, addresses: Addresses, item: ContentItem): Promise<DemoItem> {
  const { file, contentType, thumbnail, hosted, ...fields } = item;
  const picture = await readFile(path.join(city, thumbnail));
  hash.update(picture);
  const read: DemoItem = { ...fields, thumbnail: { name: path.basename(thumbnail), bytes: picture } };
  if (fields.url) read.url = fillPlaceholders(fields.url, addresses);
  if (hosted) return { ...read, ...(await readHosted(hash, item.key, hosted)) };
  if (!file || !contentType) return read;
  const bytes = Buffer.from(fillPlaceholders(await readFile(path.join(city, file), 'utf8'), addresses));
  hash.update(bytes);
  const view = fields.type === 'Web Map' ? firstViewOf(JSON.parse(bytes.toString())) : undefined;
  if (view) {
    const place = placeOfPicture(view, thumbnailFrame, 'light');
    read.thumbnail.name = printPicturePlace(place) + path.extname(thumbnail);
    hash.update(read.thumbnail.name);
  }
  return { ...read, data: { contentType, bytes } };
}

/** The layer itself, and the item's data: the popup of a map to which the item is added. */
async function readHosted(
  hash: Hash,
  key: string,
  hosted: HostedContent,
): Promise<Required<Pick<DemoItem, 'hosted' | 'data'>>> {
  const { features, webMap, ...fields } = hosted;
  const bytes = await readFile(path.join(city, features));
  const webMapText = await readFile(path.join(city, webMap), 'utf8');
  const { drawingInfo, popupInfo } = drawingOf(webMapText, `{{item:${key}}}`);
  const data = Buffer.from(JSON.stringify({ layers: [{ id: 0, popupInfo }] }));
  hash
    .update(bytes)
    .update(JSON.stringify([layerFields, drawingInfo]))
    .update(data);
  return {
    hosted: { ...fields, bytes, drawingInfo },
    data: { contentType: 'application/json', bytes: data },
  };
}

async function readOrganisations(hash: Hash, addresses: Addresses): Promise<DemoOrganisation[]> {
  const folder = path.join(examples, 'organisations');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted();
  const organisations: DemoOrganisation[] = [];
  // One after the other: the hash depends on their order.
  for (const file of files) {
    const name = path.basename(file, '.json');
    const text = fillPlaceholders(await readFile(path.join(folder, file), 'utf8'), addresses);
    const bytes = await readFile(path.join(folder, `${name}.svg`)).catch(() => undefined);
    hash.update(text).update(bytes ?? '');
    const config = JSON.parse(text) as AppConfigInput;
    appConfigSchema.parse(config);
    organisations.push({ name, config, ...(bytes && { logo: { contentType: 'image/svg+xml', bytes } }) });
  }
  return organisations;
}

/**
 * Fills the placeholders of demo documents: `{{item:KEY}}`, `{{group:KEY}}` and `{{folder:KEY}}` with stable
 * ids, `{{portal}}` and `{{server}}` with addresses.
 * @param text JSON text, so no value may need escaping
 * @throws MappingError `demo:unknown-placeholder`
 */
export function fillPlaceholders(text: string, addresses: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\{\{([a-z-]+)(?::([A-Za-z0-9_-]+))?\}\}/g,
    (whole, name: string, key: string | undefined) => {
      if (key !== undefined && (name === 'item' || name === 'group' || name === 'folder'))
        return stableId(name, key);
      const address = key === undefined ? addresses[name] : undefined;
      if (address !== undefined) return address;
      throw new MappingError(
        'demo:unknown-placeholder',
        `The demo content has an unknown placeholder ${whole}.`,
      );
    },
  );
}
