import type { MappingError } from '../../../wire/errors.ts';
import { arcgisError } from '../../platform/http/arcgis-error.ts';
import type { Caller } from '../caller.ts';

export const forbidden = () => arcgisError('portal:forbidden');
export const itemNotFound = () => arcgisError('portal:item-not-found');
export const groupNotFound = () => arcgisError('portal:group-not-found');
export const userNotFound = () => arcgisError('portal:user-not-found');
export const tokenRequired = () => arcgisError('portal:token-required');
export const invalidToken = () => arcgisError('portal:invalid-token');

/**
 * The error for a caller who may not see something, the same whether or not it exists: anonymous callers get
 * 403 GWM_0003, so that ArcGIS clients prompt for a sign-in; members get "does not exist or is inaccessible".
 */
export function unseen(caller: Caller, notFound: () => MappingError): MappingError {
  return caller.kind === 'anonymous' ? forbidden() : notFound();
}

/** A signed-in caller. */
export type Member = Caller & { kind: 'member' };

/**
 * @throws MappingError `portal:token-required` (499) for an anonymous caller; ArcGIS clients then prompt for
 * a sign-in
 */
export function requireMember(caller: Caller): Member {
  if (caller.kind === 'anonymous') throw tokenRequired();
  return caller;
}
