import { MappingError } from '../../../wire/errors.ts';
import type { FindingCode, PortalFinding } from '../../../wire/portal-check.ts';
import { type RequestPortal, UnreachablePortal } from '../../../wire/portal-examination/request.ts';
import { limits } from '../../limits.ts';
import { errorOfBudget } from '../budgets/budget-errors.ts';
import { type AllowedPrivateHosts, safeFetch } from '../safety/safe-fetch.ts';

const milliseconds = 10_000;

/** Requests by the rules for servers that administrators name. */
export function createPortalRequest(allowedPrivateHosts: AllowedPrivateHosts): RequestPortal {
  return async (address, { headers = {}, form } = {}) =>
    safeFetch(
      address,
      { headers, ...(form && { method: 'POST' as const, body: new URLSearchParams(form) }) },
      { allowedPrivateHosts, milliseconds, connectMilliseconds: limits.portalConnectSeconds * 1000 },
    ).catch((error: unknown) => {
      if (errorOfBudget(error)) throw error;
      throw new UnreachablePortal(whyUnreachable(address, error), error);
    });
}

/** Why a portal could not be requested at all. */
function whyUnreachable(address: string, error: unknown): PortalFinding {
  const { host } = new URL(address);
  if (error instanceof MappingError && error.id === 'integration:forbidden-address')
    return { code: 'private-host', values: { host } };
  const cause = error instanceof MappingError ? error.cause : error;
  const { code = '', name = '', message = '' } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  const reason = code || (name === 'TimeoutError' || name === 'AbortError' ? 'timeout' : message);
  return {
    code: causes.find(([pattern]) => pattern.test(code))?.[1] ?? 'unreachable',
    values: { host, reason },
  };
}

/** Codes of Node and OpenSSL. */
const causes: readonly [RegExp, FindingCode][] = [
  [/^(ENOTFOUND|EAI_NONAME)$/, 'unknown-host'],
  [/ALTNAME/, 'certificate-name'],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'certificate-expired'],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/, 'certificate-untrusted'],
];
