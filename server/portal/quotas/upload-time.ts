import { apart } from '../../platform/budgets/requester.ts';
import type { PortalCall } from '../operation.ts';
import { randomId } from '../identity/random-token.ts';
import { requireMember } from '../access/refusals.ts';
import {
  renewUploadSeconds,
  reservationSeconds,
  reserveUploadSeconds,
  settleUploadSeconds,
} from './upload-time-store.ts';

/**
 * Reads a file, and counts the seconds for the caller and their organisation. The maximum, or what is left,
 * is reserved meanwhile: files read at the same moment exceed a quota by no more than the last of them takes.
 * @param most maximum seconds
 * @throws MappingError `quota:person-uploadSeconds`, `quota:organisation-uploadSeconds`
 */
export async function withUploadTime<Result>(
  { context, caller }: Pick<PortalCall, 'context' | 'caller'>,
  most: number,
  read: () => Promise<Result>,
): Promise<Result> {
  const { database, now } = context;
  const { username, orgId } = requireMember(caller);
  const day = { username, orgId, day: new Date(now()).toISOString().slice(0, 10) };
  const id = randomId();
  await reserveUploadSeconds(database, day, { id, wanted: most, now: now() });
  const started = performance.now();
  // After a failed renewal the seconds count as free until the next one, which exceeds the quota only
  // slightly.
  const renew = () => void apart(() => renewUploadSeconds(database, { id, now: now() })).catch(() => {});
  const renewals = setInterval(renew, (reservationSeconds * 1000) / 3).unref();
  try {
    return await read();
  } finally {
    clearInterval(renewals);
    const seconds = (performance.now() - started) / 1000;
    // Also when the caller has disconnected, which ends the statements of a request.
    await apart(() => settleUploadSeconds(database, day, { id, seconds }));
  }
}
