import { z } from 'zod';
import { readOperation, splitList } from '../../../platform/arcgis/schema.ts';
import { type Fault, MappingError } from '../../../../wire/errors.ts';
import type { Operation } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { requireMember } from '../../access/refusals.ts';
import { keepThumbnail, readThumbnail } from '../thumbnail.ts';
import { updateUser } from '../user-store.ts';
import { loadOwnUser } from './load-user.ts';

const oneOf = <const Name extends string>(...names: Name[]) =>
  z.enum(names, `Give one of ${names.join(', ')}.`).optional();
const text = (most: number) => z.string().max(most, `At most ${most} characters.`).optional();

/** Besides a file `thumbnail`. */
const schema = z.object({
  tags: text(10_000),
  fullName: text(128),
  email: text(254),
  description: text(10_000),
  access: oneOf('private', 'org', 'public'),
  culture: text(20),
  region: text(20),
  units: oneOf('metric', 'english'),
});

/** `community/users/{user}/update`: one's own profile. Omitted fields are unchanged; an empty text clears. */
export const updateUserOperation: Operation = async (call) => {
  const user = await loadOwnUser(call);
  const { parameters } = call;
  const asked = readOperation(schema, parameters, invalidUser);
  const given = (name: 'tags' | 'email' | 'description' | 'culture' | 'region') =>
    asked[name] ?? (parameters.isBlank(name) ? '' : undefined);
  const tags = given('tags');
  const { database } = call.context;
  const now = call.context.now();
  const owner = { kind: 'user' as const, id: user.username };
  await updateUser(database, user, {
    // A blank one removes the picture.
    thumbnail: parameters.isBlank('thumbnail')
      ? null
      : await keepThumbnail(database, owner, readThumbnail(call), now),
    full_name: asked.fullName,
    email: given('email'),
    description: given('description'),
    tags: tags === undefined ? undefined : splitList(tags),
    access: asked.access,
    culture: given('culture'),
    region: given('region'),
    units: asked.units,
    modified_at: now,
  });
  const { username: actor } = requireMember(call.caller);
  if (actor !== user.username)
    await recordPortalAct(database, actor, { act: 'person.changed', subject: user.username }, now);
  return { success: true, username: user.username };
};

function invalidUser(faults: readonly Fault[]): MappingError {
  return new MappingError('portal:invalid-user', 'Invalid profile details.', { status: 400, faults });
}
