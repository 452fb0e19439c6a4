/** Namespaces of SAML 2.0 messages. */
export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  xmldsig: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
} as const;

/** Why a provider's response is not accepted, for the audit log and the server's log. */
export type SamlProblem =
  | 'malformed'
  | 'unsolicited'
  | 'cancelled'
  | 'provider-error'
  | 'wrong-address'
  | 'wrong-issuer'
  | 'structure'
  | 'encrypted'
  | 'algorithm'
  | 'signature'
  | 'audience'
  | 'recipient'
  | 'request'
  | 'expired'
  | 'no-sign-in-time'
  | 'subject'
  | 'replayed';

export class RefusedResponse extends Error {
  readonly problem: SamlProblem;

  constructor(problem: SamlProblem, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.problem = problem;
  }
}

/** Limits of SAML messages; `docs/limits.md` repeats them for operators. */
export const samlLimits = {
  /** A response: characters of its XML, elements, nesting, and characters of a name in it. */
  characters: 100_000,
  elements: 2000,
  depth: 20,
  nameCharacters: 256,
  /** Seconds by which the clock of a provider may differ. */
  skewSeconds: 60,
  /** Certificates of a provider, and its metadata. */
  certificates: 5,
  metadataCertificates: 20,
  metadataCharacters: 500_000,
  metadataElements: 10_000,
} as const;
