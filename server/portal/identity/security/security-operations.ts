import { limits } from '../../../limits.ts';
import { listActsOn } from '../../../platform/audit/audit-list-store.ts';
import { loadOwnUser } from '../../community/users/load-user.ts';
import type { Operation } from '../../operation.ts';
import { securityActs } from './security-acts.ts';

/**
 * `community/users/{user}/securityActivity`: sign-ins with new browsers, failed ones, and changes of credentials, newest first.
 * `by` is who did it, where that was another user.
 */
export const getSecurityActivity: Operation = async (call) => {
  const { username, org_id: orgId } = await loadOwnUser(call);
  const list = (acts: readonly string[], max: number) =>
    listActsOn(call.context.database, { orgId, subject: username, acts }, max);
  const changes = Object.keys(securityActs).filter((act) => act !== 'person.new-browser');
  // Apart, so that sign-ins, of which an intruder makes any number, and failed ones, which anyone makes, hide no change.
  const parts = await Promise.all([
    list(changes, limits.securityActivity),
    list(['person.new-browser'], limits.newSignInActivity),
    list(['person.sign-in-failed'], limits.failedSignInActivity),
  ]);
  const entries = parts.flat().toSorted((one, other) => other.id - one.id);
  return {
    activity: entries.map(({ id, act, at, actor, detail }) => ({
      id,
      act,
      at,
      by: actor === username || actor === '' ? null : actor,
      detail,
    })),
  };
};
