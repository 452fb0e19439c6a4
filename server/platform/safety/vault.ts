import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MappingError } from '../../../wire/errors.ts';

/**
 * The key of a demo installation, created once and stored beside its database, readable by its account only.
 */
export async function ownKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secrets.key');
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await chmod(file, 0o600);
  }
  return (await readFile(file, 'utf8')).trim();
}

/** No 0, O, I or l, so that people can read a text aloud and type it. */
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A random text in base58, which has nearly 6 bits per character: ids of links that nobody shall guess. */
export function randomBase58(length: number): string {
  return Array.from({ length }, () => base58[randomInt(base58.length)]).join('');
}

/** A text as stored in the database. */
export interface Sealed {
  keyId: string;
  nonce: Uint8Array;
  sealed: Uint8Array;
}

export interface Vault {
  /** @param owner it can be decrypted for this owner only */
  seal(text: string, owner: string): Sealed;
  /** @throws MappingError `integration:credentials-unreadable` when its key is gone or it was tampered with */
  open(sealed: Sealed, owner: string): string;
  /** Whether it was sealed by an older key and should be sealed again. */
  isStale(sealed: Pick<Sealed, 'keyId'>): boolean;
}

const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM under keys that are not in the database.
 *
 * @param keys keys in base64, separated by commas: the first one encrypts, all of them decrypt. To rotate,
 * put a new one first, and remove the last when everything has been sealed again
 */
export function createVault(keys: string): Vault {
  const ring = new Map(
    keys.split(',').map((text) => {
      const key = Buffer.from(text.trim(), 'base64');
      return [createHash('sha256').update(key).digest('hex').slice(0, 12), key] as const;
    }),
  );
  const [current] = ring.keys();
  const currentKey = current === undefined ? undefined : ring.get(current);
  if (current === undefined || currentKey?.length !== 32)
    throw new MappingError('integration:no-key', 'SECRETS_KEY must be 32 bytes in base64.');
  return {
    seal(text, owner) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', currentKey, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return { keyId: current, nonce, sealed };
    },
    open({ keyId, nonce, sealed }, owner) {
      const key = ring.get(keyId);
      try {
        if (!key) throw new Error(`There is no key ${keyId}.`);
        // Without a length, shorter tags are accepted, which can be guessed.
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(owner));
        decipher.setAuthTag(sealed.subarray(-tagBytes));
        return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString(
          'utf8',
        );
      } catch (cause) {
        throw new MappingError(
          'integration:credentials-unreadable',
          'The credentials of this integration cannot be decrypted: the key has changed. An administrator must enter them again.',
          { status: 503, cause },
        );
      }
    },
    isStale: ({ keyId }) => keyId !== current,
  };
}

/** A text sealed for one owner as letters, digits and dots, for a cookie or a form. */
export function sealText(vault: Pick<Vault, 'seal'>, text: string, owner: string): string {
  const { keyId, nonce, sealed } = vault.seal(text, owner);
  return [keyId, ...[nonce, sealed].map((part) => Buffer.from(part).toString('base64url'))].join('.');
}

/** Opens a text of `sealText`; undefined when it was forged, sealed for another owner or by a lost key. */
export function openText(vault: Pick<Vault, 'open'>, sealedText: string, owner: string): string | undefined {
  const match = /^(\w+)\.([\w-]+)\.([\w-]+)$/.exec(sealedText);
  if (!match) return undefined;
  const [, keyId = '', nonce = '', sealed = ''] = match;
  const bytes = (part: string) => Buffer.from(part, 'base64url');
  try {
    return vault.open({ keyId, nonce: bytes(nonce), sealed: bytes(sealed) }, owner);
  } catch {
    return undefined;
  }
}
