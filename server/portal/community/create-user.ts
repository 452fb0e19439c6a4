import type { MappingError } from '../../../wire/errors.ts';
import { refusal } from '../../../wire/refusals.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import type { PortalRole, PortalUserAccess } from '../../platform/database/tables/portal.ts';
import type { Picture } from '../content/files/thumbnail.ts';
import { checkPassword } from '../identity/check-password.ts';
import { hashOfPassword } from '../identity/password.ts';
import { randomId } from '../identity/random-token.ts';
import type { PortalContext } from '../operation.ts';
import { insertGroup } from './group-store.ts';
import { addMembers } from './member-store.ts';
import { storeThumbnail } from './thumbnail.ts';
import { insertUser, isFormerUsername } from './user-store.ts';

export interface UserInput {
  /** Letters, digits, `.`, `_`, `-`, `@`; at most 128. Usernames must differ in more than letter case. */
  username: string;
  /** Must satisfy `checkPassword`. Without one the user cannot sign in until one is set. */
  password?: string;
  /** Instead of `password`, as `prepareUser` makes it. */
  passwordHash?: string;
  fullName: string;
  role: PortalRole;
  email?: string;
  description?: string;
  tags?: readonly string[];
  access?: PortalUserAccess;
  culture?: string;
  region?: string;
  units?: 'metric' | 'english';
  thumbnail?: Picture;
}

/**
 * Checks name and password, and replaces the password by its hash. Callers with a transaction do so before it begins: hashes are
 * made in turns, and a connection would wait meanwhile.
 * @throws MappingError `portal:invalid-username`, `portal:weak-password`
 */
export async function prepareUser(context: PortalContext, input: UserInput): Promise<UserInput> {
  checkUsername(input.username);
  const { password, ...prepared } = input;
  if (password === undefined) return input;
  checkPassword(password, input);
  return { ...prepared, passwordHash: await hashOfPassword(context, password) };
}

/**
 * Creates a member of the context's organisation with their hidden favourites group. For the demo content,
 * the operator's command line and administrators.
 * @throws MappingError `portal:invalid-username`, `portal:weak-password`, `portal:username-taken`
 */
export async function createUser(context: PortalContext, given: UserInput): Promise<void> {
  const input = await prepareUser(context, given);
  const now = context.now();
  const { username } = input;
  await inTransaction(context.database, async (transaction) => {
    if (await isFormerUsername(transaction, username)) throw taken(username);
    const favGroupId = randomId();
    const thumbnail = await storeThumbnail(transaction, { kind: 'user', id: username }, input.thumbnail, now);
    const isNew = await insertUser(transaction, {
      thumbnail,
      username,
      org_id: context.portal.id,
      full_name: input.fullName,
      email: input.email ?? '',
      description: input.description ?? '',
      role: input.role,
      access: input.access ?? 'org',
      culture: input.culture ?? context.portal.culture,
      region: input.region ?? context.portal.region,
      units: input.units ?? context.portal.units,
      tags: [...(input.tags ?? [])],
      fav_group_id: favGroupId,
      password_hash: input.passwordHash ?? null,
      created_at: now,
      modified_at: now,
    });
    if (!isNew) throw taken(username);
    await insertGroup(transaction, {
      id: favGroupId,
      title: `${username}'s favorites`,
      owner: username,
      access: 'private',
      snippet: '',
      description: '',
      tags: [],
      sort_field: 'modified',
      sort_order: 'desc',
      is_invitation_only: true,
      is_view_only: true,
      is_fav: true,
      created_at: now,
      modified_at: now,
    });
    await addMembers(transaction, favGroupId, [{ username, memberType: 'owner' }], now);
  });
}

function taken(username: string): MappingError {
  return refusal('portal:username-taken', `The username ${username} is taken.`, 'username-taken', {
    username,
  });
}

function checkUsername(username: string): void {
  if (!/^[A-Za-z0-9._@-]{1,128}$/.test(username)) {
    throw refusal(
      'portal:invalid-username',
      `${username} cannot be a username: use 1 to 128 letters, digits, dots, hyphens, underscores or @.`,
      'no-username',
      { most: 128 },
    );
  }
}
