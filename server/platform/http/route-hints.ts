import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { baseOf } from '../../../wire/languages.ts';

/** Vite's manifest: each built file by its source (or a generated key), with its name and its imports. */
type Manifest = Readonly<Record<string, { file: string; name?: string; imports?: string[]; css?: string[] }>>;

/**
 * Views with their sources, or the names of chunks, in the order in which they are needed.
 */
const views = {
  home: ['index.html', 'web/routes/home.tsx'],
  gallery: ['index.html', 'web/routes/gallery.tsx'],
  map: [
    'index.html',
    'web/routes/map.tsx',
    'web/i18n/other-messages.ts',
    'web/features/map-tools/integrations/integrations-state.tsx',
  ],
  other: ['index.html', 'web/app/other-pages.ts'],
} as const;

/** What a view shows after the first: the gallery its filters, and a map the SDK with its workers. */
const afterwards = {
  home: { scripts: [], workers: [] },
  gallery: { scripts: ['web/features/content/gallery/gallery-filters.tsx'], workers: [] },
  map: { scripts: ['open-map'], workers: ['web/map/sdk/worker.ts', 'map-worker'] },
  other: { scripts: [], workers: [] },
} as const;

/** Address of an organisation's portal, if known. */
export type FindPortalUrl = (organisation: string) => Promise<string | undefined>;

/**
 * Hints for the browser, in the head of the page, about what its address is going to need: the files of the
 * view, the organisation's config, and for a map of the portal its item and data. Otherwise each is
 * discovered only when the previous one has been read: page, program, view, config, map, layers. It is only a
 * hint: without it, or with a wrong one, everything works the same.
 *
 * @param folder the built application, with Vite's manifest
 * @returns the elements to put into the head for a path, and for the language of the reader if it is known
 */
export async function routeHints(
  folder: string,
  findPortalUrl: FindPortalUrl,
): Promise<(pathname: string, language?: string) => Promise<string>> {
  const manifest = await readManifest(folder);
  const known = new Map<string, string>();
  const filesOf = (view: keyof typeof views, language: string) => {
    const key = `${view} ${language}`;
    const hints =
      known.get(key) ??
      fileHints(manifest, [...views[view], ...messagesOf(view, language)], afterwards[view]);
    known.set(key, hints);
    return hints;
  };
  return async (pathname, language = 'en') => {
    const { organisation, view, webMapId } = readAddress(pathname);
    if (!organisation) return '';
    const portalUrl = webMapId && (await findPortalUrl(organisation).catch(() => undefined));
    const webMap = portalUrl && webMapId ? webMapAddresses(portalUrl, webMapId) : [];
    const data = dataHint(`/api/${organisation}/config`) + webMap.map(visitorHint).join('');
    return data + filesOf(view ?? 'other', language);
  };
}

/** The files of a language's messages, which are those of its base for some regions (wire/languages.ts). English is in the views. */
function messagesOf(view: keyof typeof views, language: string): string[] {
  if (language === 'en') return [];
  const parts = view === 'map' ? ['-start', ''] : ['-start'];
  const files = parts.flatMap((part) => [
    `messages-${language}${part}`,
    `messages-${baseOf(language)}${part}`,
  ]);
  return ['messages-files', ...files];
}

/** The addresses under which the portal's client requests a web map without a sign-in. */
function webMapAddresses(portalUrl: string, id: string): string[] {
  const item = `${portalUrl.replace(/\/$/, '')}/sharing/rest/content/items/${id}`;
  return [`${item}?f=json`, `${item}/data?f=json`];
}

interface Address {
  organisation?: string;
  view?: keyof typeof views;
  webMapId?: string;
}

/**
 * The view of a path. Anything unusual has none: it goes into the page, so it contains plain characters only.
 */
export function readAddress(pathname: string): Address {
  const parts = pathname.split('/').slice(1);
  const [organisation = '', view, kind, id = ''] = parts;
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(organisation)) return {};
  if (view === undefined || view === '') return { organisation, view: 'home' };
  if (view === 'gallery') return { organisation, view };
  if (view !== 'map') return { organisation };
  return { organisation, view, ...(kind === 'wid' && /^[A-Za-z0-9_-]{1,64}$/.test(id) && { webMapId: id }) };
}

/**
 * Links to the files of some sources and all their imports, each once.
 *
 * @param later sources of scripts and workers whose files must not delay the others
 */
function fileHints(
  manifest: Manifest,
  sources: readonly string[],
  later: { scripts: readonly string[]; workers: readonly string[] },
): string {
  const hints = new Map<string, string>();
  const styles = new Set<string>();
  const visit = (source: string, attributes: string) => {
    const entry = manifest[source] ?? Object.values(manifest).find(({ name }) => name === source);
    if (!entry || hints.has(entry.file)) return;
    hints.set(entry.file, `<link ${attributes} as="script" crossorigin href="/${entry.file}">`);
    for (const style of entry.css ?? []) styles.add(style);
    for (const imported of entry.imports ?? []) visit(imported, attributes);
  };
  // Not as modules, which browsers compile as they arrive: the header is painted first.
  for (const source of sources) visit(source, 'rel="preload"');
  // With this relation once the page has painted (tools/first-paint/plugin.ts): a megabyte that arrives meanwhile delays it.
  for (const source of later.scripts) visit(source, 'data-rel="preload" fetchpriority="low"');
  // Workers take their scripts from the cache of the network: preloaded for the page, they would count as unused.
  for (const source of later.workers) visit(source, 'data-rel="prefetch"');
  return [...styles]
    .map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`)
    .concat(...hints.values())
    .join('');
}

function dataHint(address: string): string {
  return `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escape(address)}">`;
}

/** For `web/app/first-paint.ts`, which preloads it for visitors: members request it with their token. */
function visitorHint(address: string): string {
  return `<meta name="visitor-data" content="${escape(address)}">`;
}

function escape(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll('"', '%22');
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  } catch {
    // An application built otherwise has no hints.
    return {};
  }
}
