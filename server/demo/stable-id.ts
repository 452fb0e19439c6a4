import { createHash } from 'node:crypto';

/**
 * The same 32 hex digits for the same thing in every installation, so that links into the demo remain valid.
 */
export function stableId(kind: 'item' | 'group' | 'folder', key: string): string {
  return createHash('sha256').update(`mapping-demo ${kind} ${key}`).digest('hex').slice(0, 32);
}
