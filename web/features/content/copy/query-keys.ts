import type { Party } from '../../../portal/copy/report.ts';
import { queryKey } from '../../../query-key.ts';

/** Query keys of what one side of a copy holds. */
export function copyKeys({ url, user }: Party) {
  return {
    own: queryKey('copy', 'own', url, user.username),
    sources: (ids: readonly string[]) => queryKey('copy', 'sources', url, user.username, ...ids),
  };
}
