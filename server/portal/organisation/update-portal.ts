import { MappingError } from '../../../wire/errors.ts';
import type { Operation } from '../operation.ts';
import { recordPortalAct } from '../record-portal-act.ts';
import { requireMember } from '../request/require-member.ts';
import { checkPortalId } from './get-portal.ts';
import { saveImplicitGrant } from './portal-organisation-store.ts';

/**
 * `portals/{id}/update` `implicitGrant`: whether applications from before OAuth 2's code flow get access tokens in addresses.
 * @throws MappingError `portal:invalid-parameters` (400) for anything but `true` and `false`
 */
export const updatePortal: Operation = async (call) => {
  checkPortalId(call);
  const { username, orgId } = requireMember(call.caller);
  const value = call.parameters['implicitGrant']?.toLowerCase();
  if (value !== 'true' && value !== 'false') {
    throw new MappingError('portal:invalid-parameters', 'implicitGrant must be true or false.', {
      status: 400,
    });
  }
  const { database, organisations, now } = call.context;
  await database.transaction().execute(async (transaction) => {
    if (!(await saveImplicitGrant(transaction, orgId, value === 'true'))) return;
    const act = value === 'true' ? 'sign-in.implicit-on' : 'sign-in.implicit-off';
    await recordPortalAct(transaction, username, { act, subject: orgId, orgId }, now());
  });
  organisations.forget();
  return { success: true, id: orgId };
};
