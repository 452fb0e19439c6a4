import { z } from 'zod';
import { boolean, readOperation } from '../../platform/arcgis/schema.ts';
import type { Operation } from '../operation.ts';
import { recordPortalAct } from '../record-portal-act.ts';
import { requireMember } from '../access/refusals.ts';
import { checkPortalId } from './get-portal.ts';
import { saveImplicitGrant } from './portal-organisation-store.ts';

const schema = z.object({ implicitGrant: boolean });

/**
 * `portals/{id}/update` `implicitGrant`: whether applications from before OAuth 2's code flow get access
 * tokens in addresses.
 * @throws MappingError `arcgis:invalid-parameter` (400) for anything but `true` and `false`
 */
export const updatePortal: Operation = async (call) => {
  checkPortalId(call);
  const { username, orgId } = requireMember(call.caller);
  const { implicitGrant } = readOperation(schema, call.parameters);
  const { database, organisations, now } = call.context;
  await database.transaction().execute(async (transaction) => {
    if (!(await saveImplicitGrant(transaction, orgId, implicitGrant))) return;
    const act = implicitGrant ? 'sign-in.implicit-on' : 'sign-in.implicit-off';
    await recordPortalAct(transaction, username, { act, subject: orgId, orgId }, now());
  });
  organisations.forget();
  return { success: true, id: orgId };
};
