import { commaList, readOperation, textList } from '../../platform/arcgis/schema.ts';
import { nothing } from '../../platform/arcgis/unsupported.ts';
import { z } from 'zod';
import { type Fault, MappingError, faultsOf } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { parseStorableJson } from '../../platform/safety/json-shape.ts';
import { withCurrentRights } from '../access/current-rights.ts';
import { loadGroup } from '../access/load-group.ts';
import { forbidden, requireMember } from '../access/refusals.ts';
import { createUser, prepareUser, type UserInput } from '../community/create-user.ts';
import { addMembers } from '../community/member-store.ts';
import type { Operation, PortalCall } from '../operation.ts';
import { checkPortalId } from './portal-organisations.ts';
import { recordPortalAct } from '../record-portal-act.ts';
import { refuseQueryParameters } from '../request/parameters.ts';
import { makeLink } from '../community/links/open-links.ts';
import { readRole } from './roles/update-user-role.ts';

const schema = z.object({ invitationList: z.string().optional() });

const text = (max: number) => z.string().trim().max(max).default('');

const madeAtSignIn = 'Accounts of identity providers are not supported here. The first sign-in creates them.';
const inProfile = 'This is not supported here. Users set it in their profile.';

const unlicensed = nothing('User licenses are not supported. Specify a role.', 'creatorut', 'editorut');

/** Members that ArcGIS documents and new accounts do not have: they have a password of their own, and every user may do what the role allows. */
const unsupported = {
  provider: nothing(madeAtSignIn, 'arcgis'),
  targetUserProvider: nothing(madeAtSignIn, 'arcgis'),
  idpUsername: nothing(madeAtSignIn),
  description: nothing(inProfile),
  tags: nothing(inProfile),
  access: nothing(inProfile, 'org'),
  culture: nothing(inProfile),
  region: nothing(inProfile),
  preferredView: nothing('preferredView is not supported.', 'web'),
  userType: nothing(madeAtSignIn, 'arcgisonly', 'both'),
  level: nothing('User levels are not supported. Specify a role.', '1', '2'),
  userLicenseType: unlicensed,
  userLicenseTypeId: unlicensed,
};

/** Clients spell some of the names in two ways. */
const invitationSchema = z
  .object({
    username: text(128),
    password: z.string().max(1024).default(''),
    firstName: text(64),
    firstname: text(64),
    lastName: text(64),
    lastname: text(64),
    fullName: text(128),
    fullname: text(128),
    email: text(254),
    role: z
      .string()
      .default('org_user')
      .transform((name, context) => {
        const role = readRole(name);
        if (!role) context.addIssue('This portal has no such role.');
        return role ?? z.NEVER;
      }),
    groups: z.union([textList(limits.groupsPerUser, 100), commaList]).default([]),
    ...unsupported,
    /** Minutes. */
    expiration: z.number().optional(),
  })
  .transform((given) => ({
    username: given.username || undefined,
    password: given.password || undefined,
    fullName:
      given.fullName ||
      given.fullname ||
      `${given.firstName || given.firstname} ${given.lastName || given.lastname}`.trim() ||
      given.username,
    email: given.email,
    role: given.role,
    groups: given.groups,
    expiration: given.expiration,
  }));

/** A future user of the portal. */
type Invitation = z.infer<typeof invitationSchema>;

const listSchema = z.object({
  invitations: z.array(invitationSchema).min(1).max(limits.usersPerInvitation),
});

/** @throws MappingError `portal:invalid-invitation` with every fault; it repeats names, never a value */
export function readInvitations(json: string | undefined): Invitation[] {
  const parsed = listSchema.safeParse(readJson(json));
  if (parsed.success) return parsed.data.invitations;
  throw new MappingError('portal:invalid-invitation', 'Invalid invitation.', {
    status: 400,
    faults: faultsOf(parsed.error),
  });
}

function readJson(json: string | undefined): unknown {
  try {
    return parseStorableJson(json ?? '');
  } catch {
    return undefined;
  }
}

/** Of addUser: the members of an invitation, as parameters. */
const userSchema = z.object({
  username: z.string('Specify a username.'),
  password: z.string('Specify a password.'),
  fullName: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  role: z.string().optional(),
  groups: z.string().optional(),
  ...unsupported,
});

/** `portals/{id}/addUser` `username`, `password`, `fullName` or `firstName` and `lastName`, `email`, `role`, `groups`: one user. */
export const addUser: Operation = async (call) => {
  checkPortalId(call);
  const { username: actor, orgId } = requireMember(call.caller);
  refuseQueryParameters(call, ['password']);
  const given = readOperation(userSchema, call.parameters);
  const [invitation] = readInvitations(JSON.stringify({ invitations: [given] }));
  if (invitation) await invite(call, invitation, { actor, orgId });
  return { success: true, username: given.username };
};

interface Invited {
  username: string | null;
  /** Secret of a link, shown only now; null where a password was given. */
  link: string | null;
  expires: number | null;
}

/**
 * `portals/{id}/invite` `invitationList`: creates users with the given password, or without one and with a
 * link to choose it; an invitation without a username is a link for registering an account. This portal sends
 * no email: the links are in `invitations`, for the administrator to pass on. Users who could not be invited
 * are in `notInvited`, the reasons in `faults`.
 */
export const inviteUsers: Operation = async (call) => {
  checkPortalId(call);
  const { username: actor, orgId } = requireMember(call.caller);
  refuseQueryParameters(call, ['invitationList']);
  const requested = readInvitations(readOperation(schema, call.parameters).invitationList);
  const invitations: Invited[] = [];
  const faults: (Omit<Fault, 'path'> & { username: string })[] = [];
  for (const invitation of requested) {
    try {
      invitations.push(await invite(call, invitation, { actor, orgId }));
    } catch (error) {
      if (!(error instanceof MappingError)) throw error;
      const { code, values } = error.faults[0] ?? {};
      faults.push({
        username: invitation.username ?? invitation.email,
        message: error.message,
        ...(code && { code }),
        ...(values && { values }),
      });
    }
  }
  return {
    success: faults.length === 0,
    notInvited: faults.map(({ username }) => username),
    invitations,
    faults,
  };
};

async function invite(
  given: PortalCall,
  invitation: Invitation,
  { actor, orgId }: { actor: string; orgId: string },
): Promise<Invited> {
  const user = await readUser(given, invitation);
  // After hashing the password, which may wait for its turn.
  const call = await withCurrentRights(given, 'portal:admin:inviteUsers');
  const { context } = call;
  for (const id of invitation.groups) {
    const { group } = await loadGroup(context, call.caller, id, 'manage');
    // Groups of a partner organisation are joined by their managers' invitation, not with the new account.
    if (group.org_id !== orgId) throw forbidden();
  }
  const now = context.now();
  const made = { orgId, by: actor, now, minutes: invitation.expiration };
  const detail = { role: invitation.role, groups: invitation.groups };
  const administered = user ? [] : await context.administeredBy(invitation.groups);
  return context.database.transaction().execute(async (transaction): Promise<Invited> => {
    if (!user) {
      const link = await makeLink(
        transaction,
        {
          kind: 'join',
          role: invitation.role,
          groupIds: invitation.groups,
          administers: administered.map(({ organisation }) => organisation),
        },
        made,
      );
      await recordPortalAct(
        transaction,
        actor,
        { act: 'person.invited', subject: invitation.email, detail },
        now,
      );
      return { username: null, ...link };
    }
    const { username } = user;
    await createUser({ ...context, database: transaction }, user);
    for (const id of invitation.groups)
      await addMembers(transaction, id, [{ username, memberType: 'member' }], now);
    await recordPortalAct(transaction, actor, { act: 'person.created', subject: username, detail }, now);
    if (invitation.password !== undefined) return { username, link: null, expires: null };
    const link = await makeLink(transaction, { kind: 'password', username }, made);
    return { username, ...link };
  });
}

/** The account to be created; undefined for a link by which the invited person chooses a username. */
async function readUser({ context }: PortalCall, invitation: Invitation): Promise<UserInput | undefined> {
  const { username, password, fullName, email, role } = invitation;
  if (username === undefined) return undefined;
  return prepareUser(context, {
    username,
    fullName,
    email,
    role,
    ...(password !== undefined && { password }),
  });
}
