/** Limits of one document: values read, nesting depth, uses stored. */
const [maxValues, deepest, maxUses] = [200_000, 100, 500];

/** An item's id. */
const id = /^[0-9a-f]{32}$/;
/** An address of a service, up to its name. */
const service = /^https?:\/\/[^/?#]+\/[^?#]*?\/rest\/services\/[^?#]+?(?=\/[a-z]+server(?:[/?#]|$))/;

/**
 * What a web map or an application uses: ids of items, and addresses of services in one spelling (`serviceKey`).
 * Every string of the document is read, because each kind of application stores them elsewhere; only `id`
 * identifies the object itself.
 */
export function usesOf(document: unknown): string[] {
  const uses = new Set<string>();
  const waiting: { value: unknown; depth: number }[] = [{ value: document, depth: 0 }];
  for (let read = 0; waiting.length > 0 && read < maxValues && uses.size < maxUses; read += 1) {
    const { value, depth } = waiting.pop() as { value: unknown; depth: number };
    if (typeof value === 'string') {
      const use = id.test(value) ? value : serviceKey(value);
      if (use !== undefined) uses.add(use);
    } else if (typeof value === 'object' && value !== null && depth < deepest) {
      for (const [name, inner] of Object.entries(value))
        if (name !== 'id') waiting.push({ value: inner, depth: depth + 1 });
    }
  }
  return [...uses].toSorted();
}

/** The address of a service without its kind, so that its features and its tiles are the same; undefined for others. */
export function serviceKey(address: string): string | undefined {
  if (address.length > 2000 || address.includes('\0')) return undefined;
  return service.exec(address.toLowerCase())?.[0].replace(/^https?:/, '');
}
