import { MappingError } from '../../../wire/errors.ts';
import { errorOfBudget } from '../budgets/budget-errors.ts';

/**
 * The error for a portal that this server cannot reach although browsers may: names the host, the cause, and what the operator can do.
 * A request that found no place, or whose caller left, says nothing about the portal: its own error.
 * @param then what the caller can do meanwhile
 */
export function portalUnreachable(url: string, cause: unknown, then: string): Error {
  const own = errorOfBudget(cause);
  if (own) return own;
  const { host } = new URL(url);
  return new MappingError(
    'membership:portal-unreachable',
    `This server can’t reach the portal at ${host}: ${reasonOf(cause)} ${then}`,
    { status: 503, cause },
  );
}

const unknownName = new Set(['ENOTFOUND', 'EAI_AGAIN']);
const noConnection = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

function reasonOf(cause: unknown): string {
  const code = codeOf(cause);
  if (code === 'integration:forbidden-address')
    return 'it is in a private network. The operator must add its host to ALLOWED_PRIVATE_HOSTS.';
  if (unknownName.has(code)) return 'it can’t find that host name. The operator must check its DNS.';
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code))
    return 'it doesn’t trust the portal’s certificate. The operator must name the authority’s file in NODE_EXTRA_CA_CERTS.';
  if (noConnection.has(code) || /Timeout|Abort/i.test(code))
    return 'there is no connection. A firewall may be in between: the operator must allow requests to it.';
  return 'it didn’t answer as a portal. It may be under maintenance.';
}

/** The innermost code or name: errors of the network are wrapped. */
function codeOf(cause: unknown): string {
  if (cause instanceof MappingError && cause.id === 'integration:forbidden-address') return cause.id;
  const { code, name, cause: inner } = (cause ?? {}) as { code?: unknown; name?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return inner ? codeOf(inner) : String(name ?? '');
}
