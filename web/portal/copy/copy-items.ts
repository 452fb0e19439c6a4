import { MappingError } from '../../../wire/errors.ts';
import { translationsOfItem, withItemTranslations } from '../../../wire/item-translations.ts';
import { capabilitiesOf } from '../capabilities.ts';
import { addItem, deleteItems, shareItem, updateItem, updateThumbnail } from '../change-items.ts';
import { itemPath, ownItemPath } from '../paths.ts';
import { hasEnded } from '../portal-error.ts';
import { type PortalEndpoint, portalRequest } from '../portal-request.ts';
import { fetchBytes } from '../service-request.ts';
import { copyResources } from './copy-resources.ts';
import { copyService } from './copy-service.ts';
import { findCopies, type KnownCopy } from './find-copies.ts';
import type { CopiedItem, CopyNote, Party } from './report.ts';
import {
  copyMarker,
  isMarker,
  type PlannedCopy,
  serviceName,
  type SourceItem,
  unfinishedMarker,
} from './plan.ts';
import { mentionedIn, type Replacements, rewriteDocument, rewriteText, serviceRoot } from './rewrite.ts';

export interface CopyChoices {
  /** Id of the folder at the target; empty: none. */
  folder: string;
  /** Whether copies are shared as their items are, as far as the target allows. */
  share: boolean;
  /** Groups of the source and of the target that stand for each other. */
  groups: ReadonlyMap<string, string>;
  /** Groups of each item. */
  groupsOf: ReadonlyMap<string, readonly string[]>;
}

export interface CopyProgress {
  done: number;
  of: number;
  /** The current item. */
  item: SourceItem;
  /** Features of the current item copied so far. */
  features: number;
}

/**
 * Copies items in the given order. What was copied before is found by its marker and only linked, or finished
 * if it broke off. A failure does not stop the others, except when the sign-in has ended or the copy is
 * cancelled.
 * @returns the result of each item; items that were not processed are absent
 */
export async function copyItems(
  source: Party,
  target: Party,
  plan: readonly PlannedCopy[],
  choices: CopyChoices,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: CopyProgress) => void },
): Promise<CopiedItem[]> {
  const known = await findCopies(target, signal);
  const report: CopiedItem[] = [];
  const ids = new Map<string, string>();
  const services = new Map<string, string>();
  const replacements = { ids, services, portals: { from: source.url, to: target.url } };
  for (const [done, { item, way }] of plan.entries()) {
    if (signal.aborted) break;
    const progress = (features: number) => onProgress({ done, of: plan.length, item, features });
    progress(0);
    const { id: sourceId, title, type } = item;
    try {
      const work = { source, target, replacements, choices, known, signal, progress };
      const made = await copyOne(work, item, way);
      ids.set(item.id, made.id);
      const root = serviceRoot(item.url ?? '');
      if (root && made.url && way === 'features') services.set(root, made.url);
      report.push({ sourceId, title, type, targetId: made.id, notes: made.notes });
    } catch (error) {
      if (signal.aborted) break;
      report.push({ sourceId, title, type, targetId: undefined, notes: [], error });
      // Nothing more can be copied.
      if (hasEnded(error)) break;
    }
  }
  return report;
}

interface Work {
  source: Party;
  target: Party;
  replacements: Replacements;
  choices: CopyChoices;
  known: Awaited<ReturnType<typeof findCopies>>;
  signal: AbortSignal;
  progress: (features: number) => void;
}

interface Made extends Pick<KnownCopy, 'id' | 'url'> {
  notes: CopyNote[];
}

async function copyOne(work: Work, item: SourceItem, way: PlannedCopy['way']): Promise<Made> {
  const { source, target, choices, known, signal } = work;
  const before = known.byMarker.get(copyMarker(source.url, item.id));
  if (before?.isFinished) return { ...before, notes: [{ code: 'already', values: {} }] };
  const made = before
    ? { ...before, notes: [] }
    : way === 'features'
      ? await copyHosted(work, item)
      : await copyAsItem(work, item, way);
  const notes: CopyNote[] = [...made.notes];
  const placed = { id: made.id, owner: target.user.username };
  if (!(await copyThumbnail(work, item, placed.id))) notes.push({ code: 'picture', values: {} });
  notes.push(...(await copyResources(work, item, placed.id)));
  if (choices.share && !signal.aborted) notes.push(...(await share(work, item, placed)));
  const typeKeywords = [...keywordsOf(item), copyMarker(source.url, item.id)];
  if (!signal.aborted) await updateItem(target, placed, { typeKeywords });
  return { ...made, notes };
}

/** The type keywords of an item without the marker that it has as a copy itself. */
function keywordsOf({ typeKeywords = [] }: SourceItem): string[] {
  return typeKeywords.filter((word) => !isMarker(word));
}

/** Fields of the copy; texts may link to copied items. */
function fieldsOf({ source, replacements }: Work, item: SourceItem) {
  const text = (value: string | null | undefined) => (value ? rewriteText(value, replacements) : undefined);
  const [low, high] = item.extent ?? [];
  const [snippet, description] = [text(item.snippet), text(item.description)];
  const translations = translationsOfItem(item.properties);
  const marker = unfinishedMarker(copyMarker(source.url, item.id));
  return {
    title: item.title,
    tags: item.tags ?? [],
    typeKeywords: [...keywordsOf(item), marker],
    ...(snippet && { snippet }),
    ...(description && { description }),
    ...(Object.keys(translations).length > 0 && {
      properties: withItemTranslations(undefined, translations),
    }),
    ...(item.accessInformation && { accessInformation: item.accessInformation }),
    ...(item.licenseInfo && { licenseInfo: item.licenseInfo }),
    ...(low && high && { extent: [...low, ...high] as [number, number, number, number] }),
  };
}

async function copyHosted(work: Work, item: SourceItem): Promise<Made> {
  const { source, target, known, choices, signal, progress } = work;
  const { username } = target.user;
  // A copy that broke off: without a marker it is not complete.
  const halfMade = known.byService.get(serviceName(item).toLowerCase());
  if (halfMade) await deleteItems(target, username, [{ id: halfMade, owner: username }]);
  const { folder } = choices;
  const made = await copyService(source, target, item, { folder, signal, onProgress: progress });
  const document = await readDocument(source, item, signal);
  const { tags, typeKeywords, extent, properties, ...fields } = fieldsOf(work, item);
  await portalRequest(target, `${ownItemPath({ owner: username, id: made.itemId })}/update`, {
    body: {
      ...fields,
      tags: tags.join(','),
      typeKeywords: typeKeywords.join(','),
      ...(properties && { properties: JSON.stringify(properties) }),
      ...(extent && { extent: extent.join(',') }),
      ...(document !== undefined && { text: JSON.stringify(rewriteDocument(document, work.replacements)) }),
    },
  });
  return { id: made.itemId, url: made.url, notes: made.notes };
}

async function copyAsItem(work: Work, item: SourceItem, way: PlannedCopy['way']): Promise<Made> {
  const { source, target, replacements, choices, signal } = work;
  const fields = { ...fieldsOf(work, item), type: item.type };
  const { username } = target.user;
  const notes: CopyNote[] = [];
  if (way === 'document') {
    const text = JSON.stringify(rewriteDocument(item.document ?? {}, replacements));
    const staying = [...mentionedIn(item.document).services].filter(
      (root) => !replacements.services.has(root),
    );
    const sourceHost = new URL(source.url).host;
    const own = staying.filter((root) => root.startsWith(`${sourceHost}/`));
    if (own.length > 0) notes.push({ code: 'links-stay', values: { number: own.length } });
    const url = item.url ? { url: rewriteText(item.url, replacements) } : {};
    return {
      id: await addItem(target, username, choices.folder, { ...fields, ...url, text }),
      url: undefined,
      notes,
    };
  }
  if (way === 'reference') {
    const url = rewriteText(item.url ?? '', replacements);
    const id = await addItem(target, username, choices.folder, { ...fields, url });
    return { id, url, notes: [{ code: 'reference', values: {} }] };
  }
  const blob = await itemData(source, item.id, signal);
  const filename = item.name ?? item.title;
  const id = await addItem(target, username, choices.folder, {
    ...fields,
    ...(blob.size > 0 && { file: new File([blob], filename, { type: blob.type }), filename }),
  });
  return { id, url: undefined, notes };
}

/** The data of an item; empty if it has none. */
async function itemData(party: PortalEndpoint, id: string, signal: AbortSignal): Promise<Blob> {
  try {
    return await fetchBytes(party, `${party.restUrl}/${itemPath(id)}/data`, signal);
  } catch (error) {
    if (error instanceof MappingError && error.status === 404) return new Blob();
    throw error;
  }
}

/** The JSON data of an item; undefined if it has none. */
export async function readDocument(
  party: PortalEndpoint,
  { id }: SourceItem,
  signal: AbortSignal,
): Promise<unknown> {
  const text = await (await itemData(party, id, signal)).text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** @returns whether the copy has the picture of its item, if there is one */
async function copyThumbnail(
  { source, target, signal }: Work,
  item: SourceItem,
  id: string,
): Promise<boolean> {
  if (!item.thumbnail) return true;
  try {
    const blob = await fetchBytes(
      source,
      `${source.restUrl}/${itemPath(item.id)}/info/${encodeURI(item.thumbnail)}`,
      signal,
    );
    if (blob.size === 0) return false;
    const name = item.thumbnail.replace(/^.*\//, '');
    const file = new File([blob], name, { type: blob.type || 'image/png' });
    await updateThumbnail(target, { id, owner: target.user.username }, file);
    return true;
  } catch (error) {
    if (hasEnded(error)) throw error;
    return false;
  }
}

async function share(
  { target, choices }: Work,
  item: SourceItem,
  placed: { id: string; owner: string },
): Promise<CopyNote[]> {
  const notes: CopyNote[] = [];
  const { levels, shareToGroups } = capabilitiesOf(target.user, target.portal);
  const wanted = item.access === 'public' || item.access === 'org' ? item.access : 'private';
  const level = levels.includes(wanted)
    ? wanted
    : levels.includes('org') && wanted === 'public'
      ? 'org'
      : 'private';
  if (level !== wanted) notes.push({ code: 'sharing', values: { level: wanted } });
  const groups = new Set(
    (choices.groupsOf.get(item.id) ?? []).flatMap((group) => choices.groups.get(group) ?? []),
  );
  const add = shareToGroups ? [...groups] : [];
  const refused =
    level === 'private' && add.length === 0 ? [] : await shareItem(target, placed, { level, add });
  const number = groups.size - add.length + refused.length;
  if (number > 0) notes.push({ code: 'group-refused', values: { number } });
  return notes;
}
