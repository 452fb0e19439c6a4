import { MappingError } from '../../../wire/errors.ts';
import { itemPath } from '../paths.ts';
import type { PortalEndpoint } from '../portal-request.ts';
import { portalRequest } from '../portal-request.ts';
import { readDocument } from './copy-items.ts';
import { copyWay, isDocument, type SourceItem } from './plan.ts';
import { mentionedIn } from './rewrite.ts';

/** Reads items with their documents. Items that are gone or may not be seen are left out. */
export async function readSources(
  source: PortalEndpoint,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<SourceItem[]> {
  const items: SourceItem[] = [];
  for (const id of ids) {
    const item = await readItem(source, id, signal);
    if (item) items.push(item);
  }
  return items;
}

async function readItem(
  source: PortalEndpoint,
  id: string,
  signal: AbortSignal,
): Promise<SourceItem | undefined> {
  const path = itemPath(id);
  const item = await portalRequest<SourceItem>(source, path, { signal }).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return undefined;
  });
  if (!item) return undefined;
  return isDocument(item) ? { ...item, document: await readDocument(source, item, signal) } : item;
}

/** Whether an item is gone, or not for the caller. ArcGIS responds to the former with 400. */
function isMissing(error: unknown): boolean {
  return error instanceof MappingError && [400, 403, 404].includes(error.status);
}

/** The hosted layers and other items that documents refer to and that can be copied too, each once. */
export async function readMentioned(
  source: PortalEndpoint,
  items: readonly SourceItem[],
  signal: AbortSignal,
): Promise<SourceItem[]> {
  const known = new Set(items.map(({ id }) => id));
  const mentioned = items.flatMap(({ document }) => [...mentionedIn(document).ids]);
  const wanted = [...new Set(mentioned)].filter((id) => !known.has(id));
  const found = await readSources(source, wanted, signal);
  return found.filter((item) => ['features', 'document'].includes(copyWay(item)));
}
