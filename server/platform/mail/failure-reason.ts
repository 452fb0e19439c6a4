/** Codes of the mail library, and of sockets, for a server that gave no response. */
const unreachable = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'EDNS',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ESOCKET',
  'ETIMEDOUT',
]);

/**
 * What the mail server answered, for administrators of an organisation: a response, or an error of a connection, may name hosts
 * inside the operator's network, so only its kind and its SMTP code are shown. The operator's log has the error itself.
 */
export function failureReason(error: unknown): string {
  const { code = '', responseCode } = (error ?? {}) as { code?: string; responseCode?: number };
  // RFC 5321, 4.2: three digits.
  const answered = Number.isInteger(responseCode) && /^[45]\d\d$/.test(String(responseCode));
  const response = answered ? ` (${responseCode})` : '';
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') return `sign-in refused${response}`;
  if (code === 'ETLS' || code === 'EREQUIRETLS') return `no encrypted connection${response}`;
  if (answered) return `message refused${response}`;
  if (unreachable.has(code)) return 'none, because it could not be reached';
  return 'none, or an unexpected one';
}
