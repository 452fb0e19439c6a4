import { refusal } from '../../../../wire/refusals.ts';
import { forbidden, requireMember } from '../../access/refusals.ts';
import { mayHaveGroupAt } from '../../access/sharing-policy.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { loadGroup } from '../../access/load-group.ts';
import type { Operation } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { createGroup } from '../create-group.ts';
import { presentGroup } from '../present-group.ts';
import { readThumbnail } from '../thumbnail.ts';
import { readGroupDetails } from './group-parameters.ts';

/** `community/createGroup`: the caller's own group; private and by invitation by default. */
export const createGroupOperation: Operation = async (call) => {
  const { context } = call;
  const caller = requireMember(call.caller);
  const { title, ...details } = readGroupDetails(call.parameters);
  if (!title) throw refusal('portal:invalid-group', 'Give the group a title.', 'no-title', {});
  const access = details.access ?? 'private';
  if (!mayHaveGroupAt(caller, access)) throw forbidden();
  const thumbnail = readThumbnail(call);
  const id = await inTransaction(context.database, async (database) => {
    const made = await createGroup(
      { ...context, database },
      { ...details, title, owner: caller.username, access, thumbnail },
    );
    const act = { act: 'group.created', subject: made, detail: { title } };
    await recordPortalAct(database, caller.username, act, context.now());
    return made;
  });
  const { group } = await loadGroup(context, caller, id, 'see');
  return { success: true, group: presentGroup(group) };
};
