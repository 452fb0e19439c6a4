import type { Generated, JSONColumnType } from 'kysely';

export type PortalRole = 'org_admin' | 'org_publisher' | 'org_user';

/** Tables of the embedded portal's sign-in: applications, tokens, identity providers and second factors. */

/** Redirect addresses from which users let applications of other members act for them. */
export interface PortalAppConsentTable {
  client_id: string;
  username: string;
  redirect_uri: string;
  /** Epoch milliseconds. */
  created_at: number;
}

/** An application registered for OAuth 2; redirect URIs are compared exactly. */
export interface PortalAppTable {
  client_id: string;
  /** The organisation whose users it signs in; null: all users. */
  org_id: string | null;
  title: string;
  redirect_uris: string[];
  created_at: number;
  /** The item it was registered with; null: registered by the operator. */
  item_id: string | null;
  app_type: Generated<PortalAppType>;
  /** SHA-256 of the client secret, hex; null: it has none. */
  secret_hash: string | null;
  modified_at: number | null;
}

export type PortalAppType = 'browser' | 'native' | 'server' | 'multiple';

/** The token of an application itself (OAuth 2's client credentials). */
export interface PortalAppTokenTable {
  /** SHA-256, hex. */
  token_hash: string;
  client_id: string;
  expires_at: number;
}

/** A network from which an account has signed in. */
export interface PortalKnownNetworkTable {
  username: string;
  /** SHA-256 of account and network, hex. */
  network: string;
  /** Of the last sign-in, to the day; epoch milliseconds. */
  signed_in_at: number;
}

export interface PortalCodeTable {
  /** SHA-256 of the authorization code, hex. */
  code_hash: string;
  client_id: string;
  username: string;
  redirect_uri: string;
  challenge: string;
  /** `secret`: exchanged with the client secret instead of a verifier. */
  challenge_method: 'S256' | 'secret';
  /** Requested lifetime of the refresh token in minutes. */
  expiration: number;
  expires_at: number;
  /** The session created from the code, so that a second use of the code is noticed and ends that session. */
  session_id: string | null;
  /** As of tokens. */
  authenticated_at: number | null;
}

/** The identity provider of an organisation: of OpenID Connect with a client, or of SAML 2.0. */
export interface PortalIdentityProviderTable {
  org_id: string;
  issuer: string;
  client_id: string | null;
  /** The client secret, or the private key of a SAML service provider, sealed. */
  key_id: string | null;
  nonce: Uint8Array | null;
  sealed: Uint8Array | null;
  label: string;
  scope: string | null;
  saml: JSONColumnType<SamlSettings | null, string | null, string | null>;
  username_claim: string;
  role_claim: string;
  /** Roles by value of the role claim. */
  roles: JSONColumnType<Record<string, PortalRole>>;
  /** The role without a matching value; null: such users may not sign in. */
  default_role: PortalRole | null;
  modified_at: number;
}

/** What SAML 2.0 needs beyond OpenID Connect. */
export interface SamlSettings {
  /** Where browsers send requests (HTTP-Redirect binding). */
  signInUrl: string;
  /** Certificates in PEM whose keys may sign, more than one while the provider changes them. */
  certificates: readonly string[];
  /** Attributes with the full name and e-mail address; empty: the usual ones. */
  fullNameClaim: string;
  emailClaim: string;
  /** The portal's own certificate in PEM, for signed requests and encrypted assertions. */
  ownCertificate: string | null;
  /** Whether the signature of a whole response stands for that of its assertion. */
  responseSigned: boolean;
}

/** An answer of a SAML provider that has been used. */
export interface PortalSamlAnswerTable {
  org_id: string;
  request_id: string;
  assertion_id: string;
  expires_at: number;
}

/** A user as known to a provider: `subject` is unique and permanent within its issuer. */
export interface PortalProviderUserTable {
  org_id: string;
  issuer: string;
  subject: string;
  username: string;
}

/** The secret shared with a user's authenticator app, sealed (`createVault`). */
export interface PortalSecondFactorTable {
  username: string;
  key_id: string;
  nonce: Uint8Array;
  sealed: Uint8Array;
  /** The time step of the last code that was used. */
  last_step: Generated<number>;
}

/** A recovery code that has not been used. */
export interface PortalRecoveryCodeTable {
  username: string;
  /** SHA-256, hex. */
  code_hash: string;
}

/** A sign-in between its password and its code. */
export interface PortalSignInStepTable {
  /** SHA-256 of the secret in the form, hex. */
  step_hash: string;
  /** SHA-256 of the browser's form cookie, hex: the step works in that browser only. */
  browser_hash: string;
  username: string;
  client_id: string;
  expires_at: number;
  /** As of tokens. */
  authenticated_at: number | null;
}

export interface PortalTokenTable {
  /** SHA-256 of the token, hex: a stolen database gives access to no session. */
  token_hash: string;
  kind: 'access' | 'refresh';
  username: string;
  client_id: string | null;
  /** Shared by all tokens of one sign-in; revoking the refresh token revokes the session. */
  session_id: string;
  /** The application that opened the session, whatever the token was exchanged for. */
  session_client_id: string | null;
  created_at: number;
  expires_at: number;
  /** The client's `User-Agent`. */
  agent: Generated<string>;
  /** When the session began; null: when this token was issued. */
  started_at: number | null;
  /** When the token was last used, to within a few minutes; null: never. */
  used_at: number | null;
  /** When the user signed in at an identity provider; 0: it does not say; null: here, when the session began. */
  authenticated_at: number | null;
  /**
   * The server to which the token proves the user's identity once; null: an ordinary token of this portal.
   */
  audience: string | null;
  /** When a refresh token was exchanged for its successor; null: it is the latest of its session. */
  replaced_at: number | null;
  /** The successor, encrypted with the token it replaces: only the holder of that token can decrypt it. */
  successor: Uint8Array | null;
}
