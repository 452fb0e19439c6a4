import { MappingError } from '../../../wire/errors.ts';
import { addResource, type ItemResource, listResources } from '../item-resources.ts';
import { versionsFolder } from '../map-versions.ts';
import { itemPath, ownItemPath } from '../paths.ts';
import { hasEnded } from '../portal-error.ts';
import { portalRequest } from '../portal-request.ts';
import { fetchBytes } from '../service-request.ts';
import { isDocument, type SourceItem } from './plan.ts';
import type { CopyNote, Party } from './report.ts';
import { mentionedIn, type Replacements, rewriteDocument } from './rewrite.ts';

interface ResourcesWork {
  source: Party;
  target: Party;
  replacements: Replacements;
  signal: AbortSignal;
}

/**
 * Copies the resources of an item, such as pictures of a story map and saved symbols; earlier versions of a
 * map stay. Those that the copy has from an attempt that broke off are not sent again.
 * @param id of the copy
 * @returns a note of those that one of the portals refused
 */
export async function copyResources(work: ResourcesWork, item: SourceItem, id: string): Promise<CopyNote[]> {
  const { source, target, signal } = work;
  const wanted = (await resourcesOf(source, item.id, signal)).filter(
    ({ resource }) => !resource.startsWith(`${versionsFolder}/`),
  );
  if (wanted.length === 0) return [];
  const own = { ...work, replacements: withOwnId(work.replacements, item.id, id) };
  const present = new Set((await listResources(target, id, signal)).map(({ resource }) => resource));
  const copy = { id, owner: target.user.username };
  let refused = 0;
  for (const each of wanted) {
    if (signal.aborted) return [];
    if (present.has(each.resource)) continue;
    try {
      const bytes = await readResource(own, item, each);
      await addResource(target, copy, {
        path: each.resource,
        bytes,
        isPrivate: each.access === 'private',
      });
    } catch (error) {
      if (signal.aborted || hasEnded(error)) throw error;
      refused += 1;
    }
  }
  await linkOwnResources(own, item, copy);
  return refused > 0 ? [{ code: 'resources', values: { number: refused } }] : [];
}

/** None where a portal does not show them. */
async function resourcesOf(source: Party, id: string, signal: AbortSignal): Promise<ItemResource[]> {
  try {
    return await listResources(source, id, signal);
  } catch (error) {
    if (error instanceof MappingError && [400, 403, 404].includes(error.status)) return [];
    throw error;
  }
}

function withOwnId(replacements: Replacements, from: string, to: string): Replacements {
  return { ...replacements, ids: new Map([...replacements.ids, [from, to]]) };
}

/** The bytes of a resource; in a JSON document ids and URLs are replaced. */
async function readResource(
  { source, replacements, signal }: ResourcesWork,
  { id }: SourceItem,
  { resource }: ItemResource,
): Promise<Blob> {
  const path = resource.split('/').map(encodeURIComponent).join('/');
  const blob = await fetchBytes(source, `${source.restUrl}/${itemPath(id)}/resources/${path}`, signal);
  if (!resource.toLowerCase().endsWith('.json')) return blob;
  try {
    const document = rewriteDocument(JSON.parse(await blob.text()), replacements);
    return new Blob([JSON.stringify(document)], { type: 'application/json' });
  } catch {
    // Not JSON in spite of its name.
    return blob;
  }
}

/** Replaces the id of the item in its own document, where that names resources by their address. */
async function linkOwnResources(
  { target, replacements }: ResourcesWork,
  item: SourceItem,
  copy: { id: string; owner: string },
): Promise<void> {
  if (!isDocument(item) || !mentionedIn(item.document).ids.has(item.id.toLowerCase())) return;
  const text = JSON.stringify(rewriteDocument(item.document, replacements));
  await portalRequest(target, `${ownItemPath(copy)}/update`, { body: { text } });
}
