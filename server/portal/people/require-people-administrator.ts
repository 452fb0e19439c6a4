import { forbidden } from '../access/refusals.ts';
import type { Caller } from '../caller.ts';
import { type Member, requireMember } from '../request/require-member.ts';

/** @throws MappingError `portal:token-required`, `portal:forbidden` for everybody but the portal's administrators */
export function requirePeopleAdministrator(caller: Caller): Member {
  const member = requireMember(caller);
  if (member.role !== 'org_admin') throw forbidden();
  return member;
}
