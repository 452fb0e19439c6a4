import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** The flags of authenticator data: user present, user verified, with a new credential. */
const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

interface Requested {
  challenge: string;
  rpId?: string | undefined;
  rp?: { id?: string };
}

/** What a browser is asked for, and how its response differs from a valid one. */
export interface AnswerOptions {
  origin: string;
  /** Without PIN or biometrics. */
  unverified?: boolean;
  /** Of another site. */
  rpId?: string;
}

/** An authenticator in software: creates a passkey and signs challenges with it (https://www.w3.org/TR/webauthn-3/). */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #key: KeyObject;
  readonly #publicKey: Uint8Array;
  #counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE: an elliptic curve key on P-256 for ES256.
    const parts: [number, number | Uint8Array][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ];
    this.#publicKey = isoCBOR.encode(new Map(parts));
  }

  /** What `navigator.credentials.create` returns, as JSON. */
  create(requested: Requested, options: AnswerOptions): string {
    const size = Buffer.alloc(2);
    size.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), size, this.id, this.#publicKey]);
    const authData = Buffer.concat([this.#data(requested, options, flags.attested), credential]);
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    );
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', requested, options),
      attestationObject: Buffer.from(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** What `navigator.credentials.get` returns, as JSON. */
  get(requested: Requested, options: AnswerOptions): string {
    this.#counter += 1;
    const data = this.#data(requested, options, 0);
    const client = clientData('webauthn.get', requested, options);
    const hash = createHash('sha256').update(Buffer.from(client, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([data, hash]), this.#key);
    return this.#answer({
      clientDataJSON: client,
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #answer(response: object): string {
    const id = this.id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }

  #data(requested: Requested, { unverified = false, rpId }: AnswerOptions, more: number): Buffer {
    const site = rpId ?? requested.rpId ?? requested.rp?.id ?? '';
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const mark = flags.present | (unverified ? 0 : flags.verified) | more;
    return Buffer.concat([createHash('sha256').update(site).digest(), Buffer.from([mark]), counter]);
  }
}

function clientData(type: string, { challenge }: Requested, { origin }: AnswerOptions): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}
