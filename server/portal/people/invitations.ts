import { parseJson } from '../../safety/json-shape.ts';
import { z } from 'zod';
import { faultsOf, MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { commaList } from '../community/comma-list.ts';
import { readRole } from './roles.ts';

const text = (most: number) => z.string().trim().max(most).default('');

/** Clients write some of the names in two ways. */
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
    groups: z.union([z.array(z.string()), z.string().transform(commaList)]).default([]),
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

/** Somebody who is to become one of the portal's people. */
export type Invitation = z.infer<typeof invitationSchema>;

const listSchema = z.object({
  invitations: z.array(invitationSchema).min(1).max(limits.peoplePerInvitation),
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
    return parseJson(json ?? '');
  } catch {
    return undefined;
  }
}
