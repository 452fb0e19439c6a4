import type { Database } from '../../../platform/database/connect.ts';
import { checkRequirement, type Requirement } from '../../access/privileges.ts';
import { loadOwner } from '../../community/users/load-user.ts';
import { findMember } from '../../identity/member-store.ts';
import type { PortalCall } from '../../operation.ts';
import { jobCancelled } from './job-store.ts';

/** A call as the work of a job needs it. */
export type JobCall = Pick<PortalCall, 'context' | 'caller' | 'path'>;

/**
 * The call that began a job, with the rights that its caller has now, in the transaction that stores the result: the job may have waited
 * for an hour, in which they lost their role, their groups or their account.
 * @param needs as of the operation that began it
 * @throws MappingError as the operation would now
 */
export async function withRightsNow(
  { context, caller, path }: JobCall,
  transaction: Database,
  needs: Requirement,
): Promise<JobCall> {
  const member = caller.kind === 'member' && (await findMember(transaction, caller.username));
  if (!member) throw jobCancelled;
  checkRequirement(member, needs);
  const call = { context: { ...context, database: transaction }, caller: member, path };
  if (path['user'] !== undefined) await loadOwner(call);
  return call;
}
