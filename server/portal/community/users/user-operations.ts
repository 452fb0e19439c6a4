import { requireRecentSignIn } from '../../access/recent-sign-in.ts';
import { requireMember, userNotFound } from '../../access/refusals.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { deleteFiles } from '../../content/files/file-store.ts';
import { lockOwnAccount } from '../../identity/session-store.ts';
import { deleteMailTokens } from '../../mail/mail-token-store.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { groupsOf } from '../group-store.ts';
import { presentGroup, presentMembership } from '../present-group.ts';
import { presentUser, type UserRow } from '../present-user.ts';
import { countTags, findProperties, findUser, lockUser, updateUser } from '../user-store.ts';
import { limits } from '../../../limits.ts';
import { presentStorage } from '../../quotas/get-storage.ts';
import { loadOwnUser, loadUser } from './load-user.ts';
import { z } from 'zod';
import { jsonObject, readOperation, splitList } from '../../../platform/arcgis/schema.ts';
import { nothing } from '../../../platform/arcgis/unsupported.ts';
import { type Fault, MappingError } from '../../../../wire/errors.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { storeThumbnail, readThumbnail } from '../thumbnail.ts';
import { storedJson } from '../../../platform/safety/stored-text.ts';

/** `community/users/{user}`: a user with those of their groups visible to the caller. */
export const getUser: Operation = async (call) => withGroups(call, await loadUser(call));

/**
 * `community/self`: the caller. Anonymous: 499. A server that verifies a user's identity gets the username and organisation only.
 */
export const getSelf: Operation = async (call) => {
  const { username, orgId, provesIdentity } = requireMember(call.caller);
  if (provesIdentity) return { username, orgId };
  const user = await findUser(call.context.database, username);
  if (!user) throw userNotFound();
  return withGroups(call, user);
};

async function withGroups(call: PortalCall, user: UserRow): Promise<object> {
  const { context, caller } = call;
  const groups = await groupsOf(context.database, user.username, caller);
  return {
    ...presentUser(user, caller),
    ...(await presentStorage(call, user)),
    groups: groups.map(({ group, membership }) => ({
      ...presentGroup(group),
      userMembership: { ...presentMembership(caller, membership), username: user.username },
    })),
  };
}

/** `community/users/{user}/tags`: tags of the user's items, with their frequency. */
export const getTags: Operation = async (call) => {
  const { username } = await loadOwnUser(call);
  return { tags: await countTags(call.context.database, username) };
};

/** `community/users/{user}/properties`: what applications stored about the user. */
export const getProperties: Operation = async (call) => {
  const { username } = await loadOwnUser(call);
  return { properties: await findProperties(call.context.database, username) };
};

const propertiesSchema = z.object({
  properties: z
    .string('Specify a JSON object.')
    .max(limits.userPropertyCharacters, `At most ${limits.userPropertyCharacters} characters.`)
    .pipe(jsonObject),
});

/** `community/users/{user}/setProperties` `properties`: replaces them all. */
export const setProperties: Operation = async (call) => {
  const user = await loadOwnUser(call);
  const { properties } = readOperation(propertiesSchema, call.parameters);
  const { context } = call;
  const { username: actor } = requireMember(call.caller);
  await inTransaction(context.database, async (database) => {
    await updateUser(database, user, { properties: storedJson(properties) });
    const act = { act: 'person.changed', subject: user.username };
    if (actor !== user.username) await recordPortalAct(database, actor, act, context.now());
  });
  return { success: true };
};

const oneOf = <const Name extends string>(...names: Name[]) =>
  z.enum(names, `Specify one of ${names.join(', ')}.`).optional();
const text = (max: number) => z.string().max(max, `At most ${max} characters.`).optional();

const passwords = 'Changing the password is not supported here. Use the security page, or reset.';

/** What clients may send back as they received it, but not change here. */
const unchangeable = {
  preferredView: text(128),
  mfaEnabled: text(128),
  idpUsername: text(250),
  role: text(128),
  userType: text(128),
};

/** Besides a file `thumbnail`. */
const schema = z.object({
  tags: text(10_000),
  fullName: text(128),
  firstName: text(64),
  lastName: text(64),
  email: text(254),
  description: text(10_000),
  access: oneOf('private', 'org', 'public'),
  culture: text(20),
  region: text(20),
  units: oneOf('metric', 'english'),
  cultureFormat: nothing('cultureFormat is not supported; the user’s language determines formats.'),
  securityQuestionIdx: nothing('Security questions are not supported.'),
  securityAnswer: nothing('Security questions are not supported.'),
  password: nothing(passwords),
  newPassword: nothing(passwords),
  oldPassword: nothing(passwords),
  ...unchangeable,
});

/** `community/users/{user}/update`: one's own profile. Omitted fields are unchanged; an empty text clears, and an empty picture removes it. */
export const updateUserOperation: Operation = async (call) => {
  const user = await loadOwnUser(call);
  const { parameters } = call;
  const input = readOperation(schema, parameters, invalidUser);
  const before = presentUser(user, call.caller);
  const shown: Readonly<Record<string, unknown>> = before;
  const faults = Object.keys(unchangeable)
    .filter((name) => parameters.text(name) !== undefined && parameters.text(name) !== String(shown[name]))
    .map((path) => ({ path, message: 'This cannot be changed here.' }));
  if (faults.length > 0) throw invalidUser(faults);
  const given = (name: 'tags' | 'email' | 'description' | 'culture' | 'region') =>
    input[name] ?? (parameters.isBlank(name) ? '' : undefined);
  const tags = given('tags');
  const email = given('email');
  const isNewAddress = email !== undefined && email !== user.email;
  const { context } = call;
  const now = context.now();
  // A link for a new password may be sent to it.
  if (isNewAddress) requireRecentSignIn(call.caller, now);
  const member = requireMember(call.caller);
  const { username: actor } = member;
  const { username } = user;
  const picture = await readThumbnail(call);
  const removesPicture = parameters.isBlank('thumbnail') && picture === undefined;
  await inTransaction(context.database, async (database) => {
    // Not both: a weaker lock would be held while the stronger one is waited for.
    if (isNewAddress && actor === username) await lockOwnAccount(database, member);
    else if (!(await lockUser(database, username))) throw userNotFound();
    if (isNewAddress) {
      // Before the change, so that the notice goes to the address that was confirmed.
      await recordPortalAct(database, actor, { act: 'person.email-changed', subject: username }, now);
      await deleteMailTokens(database, username);
    }
    if (removesPicture) await deleteFiles(database, { owner_kind: 'user', owner_id: username });
    await updateUser(database, user, {
      thumbnail: removesPicture
        ? null
        : await storeThumbnail(database, { kind: 'user', id: username }, picture, now),
      full_name: input.fullName ?? joinedName(input, before),
      // An address that was sent back as it was read must not replace one that was confirmed meanwhile.
      ...(isNewAddress && { email, email_confirmed_at: null }),
      description: given('description'),
      tags: tags === undefined ? undefined : splitList(tags),
      access: input.access,
      culture: given('culture'),
      region: given('region'),
      units: input.units,
      modified_at: now,
    });
    if (actor !== username)
      await recordPortalAct(database, actor, { act: 'person.changed', subject: username }, now);
  });
  return { success: true, username };
};

/** The full name of a client that sends only its parts. */
function joinedName(
  { firstName, lastName }: { firstName?: string | undefined; lastName?: string | undefined },
  shown: { firstName: string; lastName: string },
): string | undefined {
  if (firstName === undefined && lastName === undefined) return undefined;
  return `${firstName ?? shown.firstName} ${lastName ?? shown.lastName}`.trim();
}

function invalidUser(faults: readonly Fault[]): MappingError {
  return new MappingError('portal:invalid-user', 'Invalid profile details.', { status: 400, faults });
}
