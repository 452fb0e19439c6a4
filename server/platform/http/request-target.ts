/** An encoded character that means the same without its encoding (RFC 3986, section 6.2.2.2). */
const encodedUnreserved = /%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;

/**
 * The target of a request in one spelling: its path and query (origin-form, RFC 9112, section 3.2), and unreserved characters of the
 * path without encoding. The router reads `/%70ortal` and `http://host/portal` as `/portal`; limits, policies and errors go by the
 * beginning of the target, and would not.
 */
export function normalTarget(target: string): string {
  const local = target.startsWith('/') ? target : target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/?/i, '/');
  const end = local.search(/[?#]/);
  const path = end < 0 ? local : local.slice(0, end);
  // The router refuses a path whose encoding is broken; decoding a part of it could mend it.
  if (!path.includes('%') || /%(?![\dA-F]{2})/i.test(path)) return local;
  return path.replace(encodedUnreserved, (encoded) => decodeURIComponent(encoded)) + local.slice(path.length);
}
