import { MappingError } from '../../../wire/errors.ts';

/** Timeout in milliseconds. */
const timeout = 15_000;

/** Whether a server responds to this browser, although pages of this origin may not read the response (CORS). */
export async function respondsUnread(address: string): Promise<boolean> {
  const signal = AbortSignal.timeout(timeout);
  return fetch(address, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  );
}

/** Why a page has no response of a portal, which it has not read before: browsers do not say that of CORS. */
export async function explainNoResponse(cause: unknown, restUrl: string): Promise<unknown> {
  const { origin } = location;
  if (new URL(restUrl, origin).origin === origin || !(await respondsUnread(`${restUrl}?f=json`)))
    return cause;
  const message = `The portal does not let pages of ${origin} read it.`;
  const faults = [{ path: 'portal', code: 'no-browser-access', message, values: { origin } }];
  return new MappingError('portal:unreachable', message, { status: 0, cause, faults });
}
