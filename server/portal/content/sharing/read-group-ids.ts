import { MappingError } from '../../../../wire/errors.ts';
import type { PortalCall } from '../../operation.ts';

/** More groups than a person has in one call are a mistake. */
const mostGroups = 200;

/** Ids of `groups`, a comma list. */
export function readGroupIds(parameters: PortalCall['parameters']): string[] {
  const ids = (parameters['groups'] ?? '').split(',').map((id) => id.trim());
  const asked = [...new Set(ids)].filter((id) => id !== '');
  if (asked.length > mostGroups) {
    throw new MappingError('portal:too-many-groups', `Give at most ${mostGroups} groups.`, { status: 400 });
  }
  return asked;
}
