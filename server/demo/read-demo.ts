import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type AppConfigInput, appConfigSchema } from '../../wire/app-config.ts';
import type { GroupInput } from '../portal/community/create-group.ts';
import { fillPlaceholders } from './fill-placeholders.ts';

const examples = path.resolve(import.meta.dirname, '../../examples');

export interface DemoOrganisation {
  name: string;
  config: AppConfigInput;
  logo?: { contentType: string; bytes: Uint8Array };
}

export interface DemoContent {
  /** Of everything that is loaded; changes when any file does. */
  fingerprint: string;
  organisations: DemoOrganisation[];
  groups: (Omit<GroupInput, 'id'> & { key: string })[];
  folders: { key: string; owner: string; title: string }[];
  items: DemoItem[];
}

export interface DemoItem {
  key: string;
  type: string;
  typeKeywords: string[];
  title: string;
  snippet: string;
  description: string;
  tags: string[];
  owner: string;
  access: 'private' | 'org' | 'public';
  /** Keys of groups. */
  groups: string[];
  /** Key of a folder of the owner. */
  folder?: string;
  url?: string;
  credits: string;
  licence: string;
  /** West, south, east, north in degrees. */
  extent: [number, number, number, number];
  data?: { contentType: string; bytes: Uint8Array };
  thumbnail?: { name: string; bytes: Uint8Array };
}

/** Reads `examples/` with its placeholders filled in for an installation at `publicUrl`. */
export async function readDemo(publicUrl: string): Promise<DemoContent> {
  const hash = createHash('sha256').update(publicUrl);
  const organisations = await readOrganisations(hash);
  return { fingerprint: hash.digest('hex'), organisations, groups: [], folders: [], items: [] };
}

async function readOrganisations(hash: ReturnType<typeof createHash>): Promise<DemoOrganisation[]> {
  const folder = path.join(examples, 'organisations');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const name = path.basename(file, '.json');
      const text = fillPlaceholders(await readFile(path.join(folder, file), 'utf8'), {});
      const bytes = await readFile(path.join(folder, `${name}.svg`)).catch(() => undefined);
      hash.update(text).update(bytes ?? '');
      const config = JSON.parse(text) as AppConfigInput;
      appConfigSchema.parse(config);
      return { name, config, ...(bytes && { logo: { contentType: 'image/svg+xml', bytes } }) };
    }),
  );
}
