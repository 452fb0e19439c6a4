import type { z } from 'zod';
import { faultsOf, MappingError } from '../../../wire/errors.ts';
import { hostsOf } from '../../../wire/map-hosts.ts';
import { removeSecrets } from '../../../wire/remove-secrets.ts';
import { newSharedMapSchema } from '../../../wire/shared-map.ts';

/** A shared map as it is to be saved; the document is a text, which the database takes as it is. */
export interface ReadSharedMap extends Omit<z.output<typeof newSharedMapSchema>, 'webMap'> {
  webMap: string;
  /** Places where a token or password was taken out; no more than are worth reading. */
  removed: string[];
  /** What the document names (`hostsOf`). */
  hosts: string[];
}

const removedShown = 1000;

/**
 * Checks what someone wants to share, and takes tokens and passwords out of it.
 * @throws MappingError `shared-map:invalid` (400)
 */
export function readNewSharedMap(body: unknown): ReadSharedMap {
  const parsed = newSharedMapSchema.safeParse(body);
  if (!parsed.success) {
    throw new MappingError('shared-map:invalid', 'Invalid shared map.', {
      status: 400,
      faults: faultsOf(parsed.error).slice(0, removedShown),
    });
  }
  const { webMap, ...rest } = parsed.data;
  const { value, removed } = removeSecrets(webMap);
  return {
    ...rest,
    webMap: JSON.stringify(value),
    removed: removed.slice(0, removedShown),
    hosts: hostsOf(value),
  };
}
