import { createHash } from 'node:crypto';

/** A strong entity tag of the bytes. */
export function entityTag(bytes: string | Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** The tag of another encoding of what has this tag (RFC 9110, section 8.8.3.3). */
export function weakTag(etag: string): string {
  return etag.startsWith('W/') ? etag : `W/${etag}`;
}

/** Whether `If-None-Match` contains this tag; weak and strong tags compare equal (RFC 9110, section 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header === etag) return true;
  const tags = header.split(',').map(opaque);
  return tags.includes('*') || tags.includes(opaque(etag));
}

function opaque(etag: string): string {
  return etag.trim().replace(/^W\//, '');
}
