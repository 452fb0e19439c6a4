import { MappingError } from '../../../wire/errors.ts';
import type { Caller } from '../caller.ts';

/** A signed-in caller. */
export type Member = Caller & { kind: 'member' };

/** @throws MappingError `portal:token-required` (499) for an anonymous caller; ArcGIS clients then ask for sign-in */
export function requireMember(caller: Caller): Member {
  if (caller.kind === 'anonymous') throw tokenRequired();
  return caller;
}

export function tokenRequired(): MappingError {
  return new MappingError('portal:token-required', 'Token required.', { status: 499 });
}
