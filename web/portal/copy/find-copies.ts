import type { PortalFolder } from '../portal-types.ts';
import { userContent } from '../user-content.ts';
import type { Party } from './report.ts';
import { markerIn, type SourceItem } from './plan.ts';

export interface KnownCopy {
  id: string;
  /** URL of its service. */
  url: string | undefined;
  /** Whether its picture and sharing were copied, too. */
  isFinished: boolean;
}

/** Earlier copies at a portal. */
export interface KnownCopies {
  byMarker: ReadonlyMap<string, KnownCopy>;
  /**
   * Half-made copies, by the names of their services in lower case: these are also their titles, and they
   * have no marker yet.
   */
  byService: ReadonlyMap<string, string>;
}

/**
 * The items in the account that carry the marker of a copy. They are listed folder by folder rather than searched for,
 * because a search finds new items only some time later.
 */
export async function findCopies(target: Party, signal: AbortSignal): Promise<KnownCopies> {
  const byMarker = new Map<string, KnownCopy>();
  const byService = new Map<string, string>();
  const take = ({ id, url, title, typeKeywords = [] }: SourceItem) => {
    const found = markerIn(typeKeywords);
    if (found) byMarker.set(found.marker, { id, url: url ?? undefined, isFinished: found.isFinished });
    const name = /\/([^/]+)\/FeatureServer\/?$/i.exec(url ?? '')?.[1];
    if (name === title && !found && typeKeywords.includes('Hosted Service'))
      byService.set(name.toLowerCase(), id);
  };
  const folders = await eachItem(target, 'root', take, signal);
  for (const { id } of folders) await eachItem(target, id, take, signal);
  return { byMarker, byService };
}

/** @returns all folders of the account */
async function eachItem(
  target: Party,
  folder: string,
  take: (item: SourceItem) => void,
  signal: AbortSignal,
): Promise<PortalFolder[]> {
  let folders: PortalFolder[] = [];
  for (let start = 1; start > 0;) {
    const query = { username: target.user.username, folder, start, num: 100 };
    const page = await userContent(target, query, signal);
    for (const item of page.items) take(item);
    folders = page.folders ?? folders;
    start = page.nextStart;
  }
  return folders;
}
