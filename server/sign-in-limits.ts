/** Sessions, tokens, links and attempts to sign in. */
export const signInLimits = {
  /** Lifetime of an access token, in minutes. */
  accessTokenMinutes: 30,
  /** Lifetime of a refresh token, in minutes (14 days). */
  refreshTokenMinutes: 14 * 24 * 60,
  /** Minutes after a sign-in in which accounts, roles and secrets may be changed, and after `generateToken` with a password. */
  recentSignInMinutes: 15,
  recentPasswordTokenMinutes: 60,
  /** Characters of each parameter of an authorization request, such as `state`. */
  authorizationCharacters: 2000,
  /** Hours for which a browser stays signed in, and its requests for tokens per minute. */
  browserSessionHours: 24,
  sessionCallsPerMinute: 60,
  /**
   * Sign-ins of browsers without a session per minute and address: a city hall of three thousand arrives behind one address within
   * half an hour. And those of a newcomer's address when visitors have made all of theirs.
   */
  signInsPerMinute: 1500,
  newcomerSignInsPerMinute: 60,
  /** Days after which a session ends, however often its refresh token is exchanged. */
  sessionDays: 30,
  /** Seconds in which an exchanged refresh token returns the same successor again; a later use ends the session. */
  refreshGraceSeconds: 10,
  /** Sessions of one account with a refresh token, and without: with another, the least recently used one ends. */
  sessionsPerAccount: 100,
  /** Access tokens that a session may make per minute, and that are stored of it: the least recently used ones end. */
  tokensPerSessionMinute: 120,
  accessTokensPerSession: 200,
  /** Tokens of an application itself: the oldest ones end. */
  tokensPerApp: 200,
  /** Tokens that one statement deletes. */
  tokensPerDeletion: 5000,
  /** Minutes for which another server may verify a token that proves a user's identity. */
  identityTokenMinutes: 1,
  /** Lifetime of an authorization code, in seconds. */
  authorizationCodeSeconds: 60,
  /** Lifetime of an invitation to a group, in minutes (14 days). */
  invitationMinutes: 14 * 24 * 60,
  /** Lifetime of a link to join, and of one to choose a new password, in minutes (7 days, 1 day). */
  joinLinkMinutes: 7 * 24 * 60,
  passwordLinkMinutes: 24 * 60,
  /** Users in one invitation, and in each list of a request about several users or members of a group. */
  usersPerInvitation: 100,
  /** Precision in minutes of a session's last use, and characters of its user agent. */
  sessionUseMinutes: 5,
  agentCharacters: 300,
  /** Sign-in attempts per minute for one account and address, and as many there from each browser that it has used before. */
  signInTriesPerMinute: 10,
  /**
   * Tokens per minute of one address that portals of organisations reject, and have not accepted before. Further ones are refused
   * without asking, except those whose owner is known. IPv6 networks have as many as their times (`address-group.ts`).
   */
  rejectedTokensPerMinute: 60,
  /**
   * Days for which it is known that a portal has accepted a token, since the last time: pages that were left open over a long weekend
   * present theirs.
   */
  acceptedTokenDays: 4,
  /** Tokens of other portals that are stored of an organisation: accepted ones, and those that were ended here. The oldest are forgotten. */
  foreignTokensPerOrganisation: 500_000,
  /** Sign-in attempts with passkeys per minute from one address, which a whole city may have; ten of them for one passkey. */
  passkeyTriesPerAddress: 300,
  /**
   * Sign-in attempts per hour for one account from all addresses together, and as many from each browser and network that it has used
   * before, and with each of its sessions.
   */
  accountTriesPerHour: 100,
  /** Failed sign-in attempts per hour from one network, whatever the account; wider networks of IPv6 may make more. */
  networkTriesPerHour: 300,
  /** How long a browser counts as one that an account has used, and the accounts that it remembers. */
  knownBrowserDays: 180,
  knownAccountsPerBrowser: 5,
  /** How long a network counts as one from which an account has signed in, and the networks of one account. */
  knownNetworkDays: 30,
  knownNetworksPerAccount: 50,
  /** Changes of credentials that a profile lists, sign-ins with new browsers, and failed ones, which anyone can make. */
  securityActivity: 30,
  newSignInActivity: 20,
  failedSignInActivity: 10,
  /** Time to sign in at an organisation's identity provider. */
  providerSignInSeconds: 600,
  /** Seconds by which the clock of an OpenID Connect provider may differ. */
  providerSkewSeconds: 60,
  /** Characters of the subject in an ID token (OpenID Connect Core 1.0, section 2), and of other claims that are read. */
  subjectCharacters: 255,
  claimCharacters: 1000,
  /** Bytes of the `state` of a sign-in at an identity provider, percent-encoded. */
  providerStateBytes: 1500,
  /** Codes of an authenticator app and recovery codes per hour of one account, from all addresses together. */
  codeTriesPerHour: 10,
  /** Minutes from the password to the code of a sign-in. */
  codeMinutes: 5,
  /** And to the first code of an authenticator app that must be installed first, with recovery codes to be saved. */
  enrolMinutes: 30,
  /** Recovery codes of one account. */
  recoveryCodes: 10,
  /** Minutes to respond to a challenge with a passkey; the sign-in page may be open that long. */
  passkeyMinutes: 30,
  /** Passkeys of one account, and characters of their names. */
  passkeysPerAccount: 20,
  passkeyNameCharacters: 60,
  /** Password checks of one account that run or wait, from all addresses together. */
  passwordChecksPerAccount: 12,
} as const;
