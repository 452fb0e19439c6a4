/** Limits of one document: values read, nesting depth, uses stored. */
const [maxValues, deepest, maxUses] = [200_000, 100, 500];

/** An item's id. */
const id = /^[0-9a-f]{32}$/;
/** An address of a service: up to its name, and its kind. */
const service = /^https?:\/\/[^/?#]+\/[^?#]*?\/rest\/services\/[^?#]+?(?=(\/[a-z]+server)(?:[/?#]|$))/i;

/** An item or a service that a document uses. */
export interface ItemUse {
  /** The id of an item, or the address of a service in one spelling (`serviceKey`). */
  target: string;
  /** The address of a service as the document has it, without layer, query and user name; null for items. */
  url: string | null;
}

/**
 * What a web map or an application uses: items, and services, each once. Every string of the document is read, because each kind of application stores them elsewhere; only `id`
 * identifies the object itself.
 */
export function usesOf(document: unknown): ItemUse[] {
  const uses = new Map<string, ItemUse>();
  const waiting: { value: unknown; depth: number }[] = [{ value: document, depth: 0 }];
  for (let read = 0; waiting.length > 0 && read < maxValues && uses.size < maxUses; read += 1) {
    const { value, depth } = waiting.pop() as { value: unknown; depth: number };
    if (typeof value === 'string') {
      const use = id.test(value) ? { target: value, url: null } : serviceUse(value);
      // Of several addresses of one service the first in order, whatever the order of the document.
      const known = use && uses.get(use.target);
      if (use && !(known && (known.url ?? '') <= (use.url ?? ''))) uses.set(use.target, use);
    } else if (typeof value === 'object' && value !== null && depth < deepest) {
      for (const [name, inner] of Object.entries(value))
        if (name !== 'id') waiting.push({ value: inner, depth: depth + 1 });
    }
  }
  return [...uses.values()].toSorted((one, other) => (one.target < other.target ? -1 : 1));
}

/** The address of a service without its kind, so that its features and its tiles are the same; undefined for others. */
export function serviceKey(address: string): string | undefined {
  return serviceUse(address)?.target;
}

function serviceUse(address: string): ItemUse | undefined {
  if (address.length > 2000 || address.includes('\0')) return undefined;
  const [root, kind = ''] = service.exec(address) ?? [];
  if (root === undefined) return undefined;
  return {
    target: root.toLowerCase().replace(/^https?:/, ''),
    url: (root + kind).replace(/^(https?:\/\/)[^/]*@/i, '$1'),
  };
}
