import type { PlaceRow } from '../search/place-search-store.ts';

/** Target of a suggestion's `magicKey`: one place, or all places of a category. */
export type MagicKey =
  { kind: 'place'; gazetteerId: number; sourceId: string } | { kind: 'category'; category: string };

export function placeKey({ gazetteer_id: gazetteer, source_id: source }: PlaceRow): string {
  return `p${gazetteer}.${Buffer.from(source).toString('base64url')}`;
}

export function categoryKey(category: string): string {
  return `c.${Buffer.from(category).toString('base64url')}`;
}

/** Undefined for a key of no suggestion; the text is used then. */
export function readMagicKey(key: string): MagicKey | undefined {
  const [, kind, gazetteer = '', packed = ''] = /^([pc])(\d{0,9})\.([\w-]{1,800})$/.exec(key) ?? [];
  const text = Buffer.from(packed, 'base64url').toString();
  if (text === '' || text.includes('\0')) return undefined;
  if (kind === 'c') return { kind: 'category', category: text };
  return gazetteer === '' ? undefined : { kind: 'place', gazetteerId: Number(gazetteer), sourceId: text };
}
