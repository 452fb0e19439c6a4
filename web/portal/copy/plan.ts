import type { PortalItem } from '../portal-types.ts';
import { mentionedIn, serviceRoot } from './rewrite.ts';

/**
 * How an item is copied: a hosted feature layer with its features, a JSON document with its links rewritten,
 * a file as it is, or an item that refers to the same service.
 */
export type CopyWay = 'features' | 'document' | 'file' | 'reference';

/** An item with what it is made of. */
export interface SourceItem extends PortalItem {
  typeKeywords?: string[];
  extent?: [[number, number], [number, number]] | [];
  name?: string | null;
  /** Its data, if that is a JSON document. */
  document?: unknown;
}

export interface PlannedCopy {
  item: SourceItem;
  way: CopyWay;
  /** Ids of the items that are copied before it, because it mentions them. */
  needs: readonly string[];
}

const documents = new Set([
  'Dashboard',
  'Feature Collection',
  'StoryMap',
  'Web Map',
  'Web Mapping Application',
  'Web Scene',
]);

/** Whether an item's data is a JSON document in which links are rewritten. */
export function isDocument({ type }: PortalItem): boolean {
  return documents.has(type);
}

export function copyWay(item: SourceItem): CopyWay {
  const keywords = item.typeKeywords ?? [];
  const hosted = item.type === 'Feature Service' && keywords.includes('Hosted Service');
  if (hosted && !keywords.includes('View Service')) return 'features';
  if (isDocument(item)) return 'document';
  return item.url ? 'reference' : 'file';
}

/**
 * The items in the order in which they are copied: each after those that it mentions. Items that mention each
 * other keep their order, and the later one is linked by its new id only from there on.
 */
export function planCopies(items: readonly SourceItem[]): PlannedCopy[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const byService = new Map(
    items.flatMap(({ id, url }) => {
      const root = serviceRoot(url ?? '');
      return root ? [[root, id] as const] : [];
    }),
  );
  const needsOf = new Map(
    items.map((item) => {
      const mentioned = mentionedIn([item.document, item.description]);
      const served = [...mentioned.services].flatMap((root) => byService.get(root) ?? []);
      const needs = new Set([...mentioned.ids, ...served].filter((id) => id !== item.id && byId.has(id)));
      return [item.id, [...needs]] as const;
    }),
  );
  const ordered = new Set<string>();
  const under = new Set<string>();
  const place = (id: string) => {
    if (ordered.has(id) || under.has(id)) return;
    under.add(id);
    for (const need of needsOf.get(id) ?? []) place(need);
    ordered.add(id);
  };
  for (const { id } of items) place(id);
  return [...ordered].flatMap((id) => {
    const item = byId.get(id);
    return item ? [{ item, way: copyWay(item), needs: needsOf.get(id) ?? [] }] : [];
  });
}

/** Marks a finished copy, so that a copy started again finds it: the source portal and item. */
export function copyMarker(sourceUrl: string, itemId: string): string {
  return `${finishedPrefix}${new URL(sourceUrl).host}:${itemId}`;
}

const finishedPrefix = 'mapping-copy:';
const unfinishedPrefix = 'mapping-copying:';

/** Marks a copy that has its content, but not yet its picture and sharing. */
export function unfinishedMarker(marker: string): string {
  return marker.replace(finishedPrefix, unfinishedPrefix);
}

/** The marker of a finished or unfinished copy among its type keywords. */
export function markerIn(
  typeKeywords: readonly string[],
): { marker: string; isFinished: boolean } | undefined {
  const word = typeKeywords.find(isMarker);
  if (word === undefined) return undefined;
  return {
    marker: word.replace(unfinishedPrefix, finishedPrefix),
    isFinished: word.startsWith(finishedPrefix),
  };
}

export function isMarker(typeKeyword: string): boolean {
  return typeKeyword.startsWith(finishedPrefix) || typeKeyword.startsWith(unfinishedPrefix);
}

/** A name for the copy of a service, the same each time: a half-made one is found by it. */
export function serviceName({ url, id, title }: Pick<SourceItem, 'url' | 'id' | 'title'>): string {
  const own = /\/([^/]+)\/FeatureServer\/?$/i.exec(url ?? '')?.[1] ?? title;
  const plain = decodeURIComponent(own).replaceAll(/[^A-Za-z0-9_]+/g, '_');
  return `${plain.slice(0, 80)}_${id.slice(0, 8)}`;
}

export interface GroupChoice {
  id: string;
  title: string;
}

/** The group of the target with the same title, whatever its case; undefined if there is none. */
export function sameGroup(title: string, groups: readonly GroupChoice[]): string | undefined {
  // Not by the language of the browser.
  const plain = (text: string) => text.trim().toLowerCase();
  return groups.find((group) => plain(group.title) === plain(title))?.id;
}
