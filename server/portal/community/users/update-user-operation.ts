import { MappingError } from '../../../../wire/errors.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { requireMember } from '../../request/require-member.ts';
import { commaList } from '../comma-list.ts';
import { keepThumbnail, readThumbnail } from '../thumbnail.ts';
import { updateUser } from '../user-store.ts';
import { loadOwnUser } from './load-user.ts';

/** `community/users/{user}/update`: one's own profile. What the request leaves out stays; an empty text clears. */
export const updateUserOperation: Operation = async (call) => {
  const user = await loadOwnUser(call);
  const text = reader(call);
  const tags = text('tags', 10_000);
  const { database } = call.context;
  const now = call.context.now();
  const owner = { kind: 'user' as const, id: user.username };
  await updateUser(database, user, {
    // A blank one takes the picture away.
    thumbnail: call.blank.has('thumbnail')
      ? null
      : await keepThumbnail(database, owner, readThumbnail(call), now),
    full_name: call.parameters['fullName'] === undefined ? undefined : text('fullName', 128),
    email: text('email', 254),
    description: text('description', 10_000),
    tags: tags === undefined ? undefined : commaList(tags),
    access: oneOf(call, 'access', ['private', 'org', 'public']),
    culture: text('culture', 20),
    region: text('region', 20),
    units: oneOf(call, 'units', ['metric', 'english']),
    modified_at: now,
  });
  const { username: actor } = requireMember(call.caller);
  if (actor !== user.username)
    await recordPortalAct(database, actor, { act: 'person.changed', subject: user.username }, now);
  return { success: true, username: user.username };
};

function reader({ parameters, blank }: PortalCall) {
  return (name: string, atMost: number): string | undefined => {
    const value = parameters[name] ?? (blank.has(name) ? '' : undefined);
    if (value !== undefined && value.length > atMost) throw invalid(name, `At most ${atMost} characters.`);
    return value;
  };
}

function oneOf<T extends string>(
  { parameters }: PortalCall,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const value = parameters[name];
  const found = allowed.find((each) => each === value);
  if (value !== undefined && found === undefined) throw invalid(name, `Give one of ${allowed.join(', ')}.`);
  return found;
}

function invalid(path: string, message: string): MappingError {
  return new MappingError('portal:invalid-user', 'Invalid profile details.', {
    status: 400,
    faults: [{ path, message }],
  });
}
