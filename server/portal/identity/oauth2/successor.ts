import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

const tagBytes = 16;

/**
 * Seals the successor of a refresh token with the token itself: the database holds neither, and whoever presents the old token
 * again within the grace period gets the same successor. A token seals one text in its life, so that a fixed nonce is safe.
 */
export function sealSuccessor(token: string, successor: string): Buffer {
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), Buffer.alloc(12));
  return Buffer.concat([cipher.update(successor, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

export function openSuccessor(token: string, sealed: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), Buffer.alloc(12));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  return decipher.update(sealed.subarray(0, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

/** Not the hash tokens are stored by: that is in the database. */
function keyOf(token: string): Buffer {
  return createHash('sha256').update(`successor of ${token}`).digest();
}
