import { quotaExceeded } from '../../../wire/quota.ts';
import type { PortalCall } from '../operation.ts';
import { requireMember } from '../request/require-member.ts';
import { addUploadSeconds, findQuotas, findUploadSeconds } from './quota-store.ts';

/**
 * Reads a file, and counts the seconds that takes for the caller and their organisation. Files read at the same moment are
 * counted when they end, so a quota is passed by what a few of them take at most.
 * @throws MappingError `quota:person-uploadSeconds`, `quota:organisation-uploadSeconds`
 */
export async function withUploadTime<Result>(
  { context, caller }: Pick<PortalCall, 'context' | 'caller'>,
  read: () => Promise<Result>,
): Promise<Result> {
  const { database, now } = context;
  const { username, orgId } = requireMember(caller);
  const day = new Date(now()).toISOString().slice(0, 10);
  const [most, used] = await Promise.all([
    findQuotas(database, orgId),
    findUploadSeconds(database, { username, orgId, day }),
  ]);
  for (const scope of ['person', 'organisation'] as const) {
    const numbers = { used: used[scope], most: most[scope].uploadSeconds };
    if (numbers.used >= numbers.most) throw quotaExceeded(scope, 'uploadSeconds', numbers);
  }
  const started = performance.now();
  try {
    return await read();
  } finally {
    await addUploadSeconds(database, { username, orgId, day }, (performance.now() - started) / 1000);
  }
}
