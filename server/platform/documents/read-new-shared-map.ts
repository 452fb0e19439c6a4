import type { z } from 'zod';
import { faultsOf, MappingError } from '../../../wire/errors.ts';
import { hostsOf } from '../../../wire/map-hosts.ts';
import { withoutHiddenParts } from '../../../wire/map-audience.ts';
import { removeSecrets } from '../../../wire/remove-secrets.ts';
import { newSharedMapSchema } from '../../../wire/shared-map.ts';
import { usesOf } from './item-uses.ts';
import { storedJson } from '../safety/stored-text.ts';

/** A shared map to be saved; the document is text, which the database stores unchanged. */
export interface ReadSharedMap extends Omit<z.output<typeof newSharedMapSchema>, 'webMap'> {
  webMap: string;
  /** Paths from which a token or password was removed; a bounded number. */
  removed: string[];
  /** Hosts in the document (`hostsOf`). */
  hosts: string[];
  /** Items and services in the document, by the targets of `usesOf`. */
  uses: string[];
}

const removedShown = 1000;

/**
 * Checks a map to be shared, and removes tokens, passwords and what its audience may not see from it.
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
  const { value, removed } = removeSecrets(withoutHiddenParts(webMap));
  return {
    ...rest,
    webMap: storedJson(value),
    removed: removed.slice(0, removedShown),
    hosts: hostsOf(value),
    uses: usesOf(value).map(({ target }) => target),
  };
}
