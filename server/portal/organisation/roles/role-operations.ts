import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { refusal } from '../../../../wire/refusals.ts';
import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { json, readOperation, textList } from '../../../platform/arcgis/schema.ts';
import { nothing } from '../../../platform/arcgis/unsupported.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { grantable } from '../../access/privileges.ts';
import { requireMember } from '../../access/refusals.ts';
import { randomId } from '../../identity/random-token.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { checkPortalId } from '../portal-organisations.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { pageEnvelope, readPage } from '../../search/parameters.ts';
import {
  countHolders,
  deleteRole,
  findRole,
  insertRole,
  isRoleNameTaken,
  listRoles,
  lockRoles,
  type RoleRow,
  updateRole,
} from './role-store.ts';

/** `portals/{id}/roles`: the roles that the organisation defined, besides those that every organisation has. */
export const getRoles: Operation = async (call) => {
  checkPortalId(call);
  const { orgId } = requireMember(call.caller);
  const page = readPage(call.parameters);
  const roles = await listRoles(call.context.database, orgId);
  const shown = roles.slice(page.start - 1, page.start - 1 + page.num);
  return { ...pageEnvelope(page, roles.length), roles: shown.map(presentRole) };
};

/** `portals/{id}/roles/{role}`. */
export const getRole: Operation = async (call) => presentRole(await loadRole(call));

/** `portals/{id}/roles/{role}/privileges`. */
export const getPrivileges: Operation = async (call) => {
  const { id, privileges } = await loadRole(call);
  return { id, privileges };
};

const name = z.string('Specify a name.').trim().max(128, 'At most 128 characters.');
const description = z.string().max(250, 'At most 250 characters.');
const privileges = nothing('privileges is not supported here. Use setPrivileges.');
const createSchema = z.object({ name, description: description.default(''), privileges });
const updateSchema = z.object({ name: name.optional(), description: description.optional(), privileges });

/** `portals/{id}/createRole` `name`, `description`: a role without privileges, which `setPrivileges` adds. */
export const createRole: Operation = async (call) => {
  checkPortalId(call);
  const { orgId } = requireMember(call.caller);
  const { name: title, description: text } = readOperation(createSchema, call.parameters);
  const { context } = call;
  const now = context.now();
  const role = {
    id: randomId(),
    org_id: orgId,
    name: title,
    description: text,
    privileges: [],
    created_at: now,
    modified_at: now,
  };
  await inTransaction(context.database, async (transaction) => {
    await lockRoles(transaction, orgId);
    if ((await listRoles(transaction, orgId)).length >= limits.customRoles)
      throw parameterError('name', `An organisation may define ${limits.customRoles} roles.`);
    await checkName(transaction, role);
    await insertRole(transaction, role);
    await record(call, transaction, 'role.created', role);
  });
  return { success: true, id: role.id };
};

/** `portals/{id}/roles/{role}/update` `name`, `description`. */
export const changeRoleDescription: Operation = async (call) => {
  const role = await loadRole(call);
  const given = readOperation(updateSchema, call.parameters);
  if (call.parameters.isBlank('name')) throw parameterError('name', 'Specify a name.');
  const text = given.description ?? (call.parameters.isBlank('description') ? '' : undefined);
  // A success would mean that something has been changed.
  if (given.name === undefined && text === undefined)
    throw parameterError('name', 'Specify name or description.');
  const changes = { name: given.name ?? role.name, description: text ?? role.description };
  await inTransaction(call.context.database, async (transaction) => {
    await lockRoles(transaction, role.org_id);
    await checkName(transaction, { ...role, ...changes });
    if (!(await updateRole(transaction, role.id, { ...changes, modified_at: call.context.now() })))
      throw noSuchRole();
    await record(call, transaction, 'role.changed', { ...role, ...changes });
  });
  return { success: true, id: role.id };
};

const privilegesSchema = z.object({ privileges: json });
/** More than there are. */
const names = textList(500, 200);
const givenPrivileges = z.union([
  names,
  z.object({ privileges: names }).transform(({ privileges }) => privileges),
]);

/**
 * `portals/{id}/roles/{role}/setPrivileges` `privileges`: `{"privileges":[…]}`. They apply to the next call of each user with the
 * role. Privileges with which users could grant themselves more are reserved to administrators.
 */
export const setPrivileges: Operation = async (call) => {
  const role = await loadRole(call);
  const read = givenPrivileges.safeParse(readOperation(privilegesSchema, call.parameters).privileges);
  if (!read.success) throw parameterError('privileges', 'Specify {"privileges": [a list of names]}.');
  const refused = read.data.find((privilege) => !grantable.has(privilege));
  if (refused !== undefined)
    throw parameterError(
      'privileges',
      `“${refused.slice(0, 80)}” is not a privilege of this portal that roles may have.`,
    );
  const privileges = [...new Set(read.data)].toSorted();
  await inTransaction(call.context.database, async (transaction) => {
    // It may have been deleted meanwhile.
    if (!(await updateRole(transaction, role.id, { privileges, modified_at: call.context.now() })))
      throw noSuchRole();
    await record(call, transaction, 'role.changed', role, { privileges });
  });
  return { success: true, id: role.id };
};

/** `portals/{id}/roles/{role}/delete`, when no user has it. */
export const removeRole: Operation = async (call) => {
  const role = await loadRole(call);
  await inTransaction(call.context.database, async (transaction) => {
    await lockRoles(transaction, role.org_id);
    const holders = await countHolders(transaction, role.id);
    if (holders > 0)
      throw refusal(
        'portal:role-in-use',
        `${holders === 1 ? '1 user has' : `${holders} users have`} the role “${role.name}”. Give them another role first.`,
        'role-in-use',
        {},
      );
    if (!(await deleteRole(transaction, role.id))) throw noSuchRole();
    await record(call, transaction, 'role.deleted', role);
  });
  return { success: true, id: role.id };
};

async function loadRole(call: PortalCall): Promise<RoleRow> {
  checkPortalId(call);
  const { orgId } = requireMember(call.caller);
  const role = await findRole(call.context.database, orgId, call.path['role'] ?? '');
  if (!role) throw noSuchRole();
  return role;
}

async function checkName(transaction: Database, role: Pick<RoleRow, 'org_id' | 'name' | 'id'>) {
  if (await isRoleNameTaken(transaction, role))
    throw parameterError('name', `There is a role “${role.name}” already.`);
}

async function record(
  { caller, context }: PortalCall,
  transaction: Database,
  act: string,
  { id, name: title, org_id: orgId }: Pick<RoleRow, 'id' | 'name' | 'org_id'>,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const line = { act, subject: id, orgId, detail: { title, ...detail } };
  await recordPortalAct(transaction, requireMember(caller).username, line, context.now());
}

function presentRole({ id, name: title, description: text, created_at, modified_at }: RoleRow) {
  return { id, name: title, description: text, created: created_at, modified: modified_at };
}

export function noSuchRole(): MappingError {
  return new MappingError('portal:invalid-role', 'This portal has no such role.', { status: 400 });
}
