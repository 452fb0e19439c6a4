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
  const acts = [...Object.keys(securityActs), 'person.sign-in-failed'];
  const entries = await listActsOn(
    call.context.database,
    { orgId, subject: username, acts },
    limits.securityActivity,
  );
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
