import type { FastifyReply } from 'fastify';

/**
 * Lets other pages frame a shared map: `/{org}/map/sid/{sid}?embed`, which contains no target for
 * clickjacking. Every other address may be framed by this origin only.
 *
 * @param address path and query of the request
 */
export function allowFraming(address: string, reply: FastifyReply): void {
  if (!isEmbedded(address)) return;
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, 'frame-ancestors *'));
  reply.removeHeader('x-frame-options');
}

/** Whether an address is that of an embedded shared map. */
export function isEmbedded(address: string): boolean {
  const [path = '', query = ''] = address.replace(/#.*$/, '').split('?');
  return (
    /^\/[^/]+\/map\/sid\/[1-9A-HJ-NP-Za-km-z]{16}$/.test(path) && new URLSearchParams(query).has('embed')
  );
}
