import type { Caller } from '../caller.ts';
import { MappingError } from '../../../wire/errors.ts';

/** 403 GWM_0003: ArcGIS clients ask an anonymous person to sign in, and tell a signed-in one that they may not. */
export function forbidden(): MappingError {
  return new MappingError(
    'portal:forbidden',
    'You do not have permissions to access this resource or perform this operation.',
    {
      status: 403,
    },
  );
}

/**
 * The error for a caller who may not see something, the same whether or not it exists: anonymous callers get 403 GWM_0003, so
 * that ArcGIS clients ask for sign-in; members get "does not exist or is inaccessible".
 */
export function unseen(caller: Caller, notFound: () => MappingError): MappingError {
  return caller.kind === 'anonymous' ? forbidden() : notFound();
}

/** 400 CONT_0001. */
export function itemNotFound(): MappingError {
  return new MappingError('portal:item-not-found', 'Item does not exist or is inaccessible.', {
    status: 400,
  });
}

/** 400 COM_0003. */
export function groupNotFound(): MappingError {
  return new MappingError('portal:group-not-found', 'Group does not exist or is inaccessible.', {
    status: 400,
  });
}

/** 400 COM_0018. */
export function userNotFound(): MappingError {
  return new MappingError('portal:user-not-found', 'User does not exist or is inaccessible.', {
    status: 400,
  });
}
