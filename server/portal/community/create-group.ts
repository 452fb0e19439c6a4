import { inTransaction } from '../../platform/database/connect.ts';
import { arcgisError } from '../../platform/http/arcgis-error.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { PortalGroupAccess } from '../../platform/database/tables/portal.ts';
import { randomId } from '../identity/random-token.ts';
import type { Picture } from '../content/files/thumbnail.ts';
import type { PortalContext } from '../operation.ts';
import { insertGroup } from './group-store.ts';
import { requireRoomFor } from './groups-of-user-store.ts';
import { addMembers } from './member-store.ts';
import { storeThumbnail } from './thumbnail.ts';
import { findUsernames, lockUsers } from './user-store.ts';

export interface GroupInput {
  /** 32 hex digits; generated when absent. */
  id?: string;
  title: string;
  /** Username. */
  owner: string;
  access: PortalGroupAccess;
  snippet?: string;
  description?: string;
  tags?: readonly string[];
  /** Order of the group's items, such as `title`, `modified`, `name`. */
  sortField?: string;
  sortOrder?: 'asc' | 'desc';
  isInvitationOnly?: boolean;
  isViewOnly?: boolean;
  /** Whether it cannot be deleted. */
  protected?: boolean;
  /** Usernames besides the owner. */
  admins?: readonly string[];
  members?: readonly string[];
  thumbnail?: Picture;
}

/**
 * Creates a group with its owner and first members.
 * @returns its id
 * @throws MappingError `portal:invalid-group`, `portal:user-not-found`, `portal:too-many-groups`
 */
export async function createGroup(context: PortalContext, input: GroupInput): Promise<string> {
  const title = input.title.trim();
  if (title === '' || title.length > 250) {
    throw new MappingError('portal:invalid-group', 'Enter a title of at most 250 characters.', {
      status: 400,
    });
  }
  const people = [
    { username: input.owner, memberType: 'owner' as const },
    ...(input.admins ?? []).map((username) => ({ username, memberType: 'admin' as const })),
    ...(input.members ?? []).map((username) => ({ username, memberType: 'member' as const })),
  ];
  const now = context.now();
  const id = input.id ?? randomId();
  await inTransaction(context.database, async (transaction) => {
    const named = people.map(({ username }) => username);
    const known = await findUsernames(transaction, named);
    const unknown = people.find(({ username }) => !known.includes(username));
    if (unknown) {
      throw arcgisError('portal:user-not-found', { message: `There is no user ${unknown.username}.` });
    }
    // The owner with the others: two owners who name each other would wait for each other.
    await lockUsers(transaction, named);
    await requireRoomFor(transaction, input.owner, [id]);
    const thumbnail = await storeThumbnail(transaction, { kind: 'group', id }, input.thumbnail, now);
    await insertGroup(transaction, {
      thumbnail,
      id,
      title,
      owner: input.owner,
      access: input.access,
      snippet: input.snippet ?? '',
      description: input.description ?? '',
      tags: [...(input.tags ?? [])],
      sort_field: input.sortField ?? 'modified',
      sort_order: input.sortOrder ?? 'desc',
      is_invitation_only: input.isInvitationOnly ?? true,
      is_view_only: input.isViewOnly ?? false,
      is_fav: false,
      protected: input.protected ?? false,
      created_at: now,
      modified_at: now,
    });
    await addMembers(transaction, id, people, now);
  });
  return id;
}
