import { presentUser } from '../community/present-user.ts';
import { listUsers } from '../community/user-store.ts';
import type { Operation } from '../operation.ts';
import { requireMember } from '../access/refusals.ts';
import { pageEnvelope, readPage } from '../search/parameters.ts';
import { checkPortalId } from './portal-organisations.ts';
import { z } from 'zod';
import { boolean, readOperation } from '../../platform/arcgis/schema.ts';
import { recordPortalAct } from '../record-portal-act.ts';
import { saveImplicitGrant } from './portal-organisation-store.ts';
import { isServiceNameTaken } from './service-name-store.ts';

/** `portals/{id}/users`: the organisation's users visible to a member, by username. */
export const listPortalUsers: Operation = async (call) => {
  checkPortalId(call);
  const { context } = call;
  const caller = requireMember(call.caller);
  const page = readPage(call.parameters);
  const { total, users } = await listUsers(context.database, context.portal.id, caller, page);
  return {
    ...pageEnvelope(page, total),
    users: users.map((user) => presentUser(user, caller)),
  };
};

const updateSchema = z.object({ implicitGrant: boolean });

/**
 * `portals/{id}/update` `implicitGrant`: whether applications from before OAuth 2's code flow get access
 * tokens in addresses.
 * @throws MappingError `arcgis:invalid-parameter` (400) for anything but `true` and `false`
 */
export const updatePortal: Operation = async (call) => {
  checkPortalId(call);
  const { username, orgId } = requireMember(call.caller);
  const { implicitGrant } = readOperation(updateSchema, call.parameters);
  const { database, organisations, now } = call.context;
  await database.transaction().execute(async (transaction) => {
    if (!(await saveImplicitGrant(transaction, orgId, implicitGrant))) return;
    const act = implicitGrant ? 'sign-in.implicit-on' : 'sign-in.implicit-off';
    await recordPortalAct(transaction, username, { act, subject: orgId, orgId }, now());
  });
  organisations.forget();
  return { success: true, id: orgId };
};

/** Of isServiceNameAvailable. */
const schema = z.object({ name: z.string().default(''), type: z.string().default('') });

/** `portals/{id}/settings`. */
export const getSettings: Operation = async (call) => {
  checkPortalId(call);
  return {
    id: call.context.portal.id,
    informationalBanner: { enabled: false, text: '', bgColor: '', fontColor: '' },
    enableSocialLinks: false,
    openData: { enabled: false },
  };
};

/** `portals/{id}/categorySchema`: the category schema for items. */
export const getCategorySchema: Operation = async (call) => {
  checkPortalId(call);
  return { categorySchema: call.context.portal.categorySchema };
};

/** `portals/{id}/classification/classificationSchema`: items of this portal are not classified. */
export const getClassificationSchema: Operation = async (call) => {
  checkPortalId(call);
  return { classificationSchema: {} };
};

/** `portals/{id}/isServiceNameAvailable` `name`, `type`. */
export const isServiceNameAvailable: Operation = async (call) => {
  checkPortalId(call);
  const { orgId } = requireMember(call.caller);
  const { name, type } = readOperation(schema, call.parameters);
  if (name === '' || (await isServiceNameTaken(call.context.database, orgId, name, type)))
    return { available: false };
  return { available: (await call.context.hosting.findOwnerOf(orgId, name)) === undefined };
};

/** `portals/{id}/roles`: custom roles. There are none. */
export const listRoles: Operation = async (call) => {
  checkPortalId(call);
  requireMember(call.caller);
  return { ...pageEnvelope(readPage(call.parameters), 0), roles: [] };
};
