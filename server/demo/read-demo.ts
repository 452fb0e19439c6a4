import { createHash, type Hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type AppConfigInput, appConfigSchema } from '../../wire/app-config.ts';
import { type Content, content, type ContentItem } from '../../examples/astana/content.ts';
import { fillPlaceholders } from './fill-placeholders.ts';

const examples = path.resolve(import.meta.dirname, '../../examples');
const city = path.join(examples, 'astana');

export interface DemoOrganisation {
  name: string;
  config: AppConfigInput;
  logo?: { contentType: string; bytes: Uint8Array };
}

export interface DemoContent extends Omit<Content, 'items'> {
  /** Of everything that is loaded; changes when any file does. */
  fingerprint: string;
  organisations: DemoOrganisation[];
  /** Files of places to find. */
  gazetteers: string[];
  items: DemoItem[];
}

/** An item with its files read and its placeholders filled in. */
export interface DemoItem extends Omit<ContentItem, 'file' | 'contentType' | 'thumbnail'> {
  data?: { contentType: string; bytes: Uint8Array };
  thumbnail: { name: string; bytes: Uint8Array };
}

/** Reads `examples/` with its placeholders filled in for an installation at `publicUrl`. */
export async function readDemo(publicUrl: string): Promise<DemoContent> {
  const hash = createHash('sha256').update(publicUrl).update(JSON.stringify(content));
  const addresses = { portal: `${publicUrl}/portal`, server: `${publicUrl}/server` };
  const gazetteers = ['astana', 'world'].map((place) => path.join(examples, place, 'gazetteer.ndjson.gz'));
  for (const file of gazetteers) hash.update(await readFile(file));
  const organisations = await readOrganisations(hash, addresses);
  const items: DemoItem[] = [];
  for (const item of content.items) items.push(await readItem(hash, addresses, item));
  return { ...content, fingerprint: hash.digest('hex'), organisations, gazetteers, items };
}

type Addresses = Readonly<Record<string, string>>;

async function readItem(hash: Hash, addresses: Addresses, item: ContentItem): Promise<DemoItem> {
  const { file, contentType, thumbnail, ...fields } = item;
  const picture = await readFile(path.join(city, thumbnail));
  hash.update(picture);
  const read: DemoItem = { ...fields, thumbnail: { name: path.basename(thumbnail), bytes: picture } };
  if (fields.url) read.url = fillPlaceholders(fields.url, addresses);
  if (!file || !contentType) return read;
  const raw = await readFile(path.join(city, file));
  // Only documents hold placeholders; layers of several megabytes stay as they are.
  const bytes = file.startsWith('web-maps/') ? Buffer.from(fillPlaceholders(raw.toString(), addresses)) : raw;
  hash.update(bytes);
  return { ...read, data: { contentType, bytes } };
}

async function readOrganisations(hash: Hash, addresses: Addresses): Promise<DemoOrganisation[]> {
  const folder = path.join(examples, 'organisations');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const name = path.basename(file, '.json');
      const text = fillPlaceholders(await readFile(path.join(folder, file), 'utf8'), addresses);
      const bytes = await readFile(path.join(folder, `${name}.svg`)).catch(() => undefined);
      hash.update(text).update(bytes ?? '');
      const config = JSON.parse(text) as AppConfigInput;
      appConfigSchema.parse(config);
      return { name, config, ...(bytes && { logo: { contentType: 'image/svg+xml', bytes } }) };
    }),
  );
}
