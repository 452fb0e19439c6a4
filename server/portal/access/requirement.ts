import type { Caller } from '../caller.ts';
import { forbidden, requireMember } from './refusals.ts';
import { holds, type Privilege } from './privileges.ts';

/**
 * Who may call an operation at all: everyone, every member, or members with at least one of the listed
 * privileges. What depends on the item, group or user is decided by the policies, after this.
 */
export type Requirement = 'anyone' | 'member' | Privilege | readonly [Privilege, ...Privilege[]];

/** @throws MappingError `portal:token-required` for anonymous callers, `portal:forbidden` for members without the privilege */
export function checkRequirement(caller: Caller, needs: Requirement): void {
  if (needs === 'anyone') return;
  const member = requireMember(caller);
  if (!meets(member, needs)) throw forbidden();
}

/** Whether the caller meets the requirement. */
export function meets(caller: Caller, needs: Requirement): boolean {
  if (needs === 'anyone') return true;
  if (needs === 'member') return caller.kind === 'member';
  const privileges = typeof needs === 'string' ? [needs] : needs;
  return privileges.some((privilege) => holds(caller, privilege));
}
