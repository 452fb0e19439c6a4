/** Passkeys, and recovery codes of accounts that have passkeys but no authenticator app. */
export const passkeys = [
  // The public key of a user's authenticator (https://www.w3.org/TR/webauthn-3/).
  `create table portal_passkey (
    id text primary key,
    username text not null references portal_user on delete cascade,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    name text not null,
    -- Whether it is stored in the cloud of its provider, so that several devices have it.
    synced boolean not null,
    created_at bigint not null,
    used_at bigint
  )`,
  `create index portal_passkey_user on portal_passkey (username)`,
  // Challenges that were answered: each works once.
  `create table portal_used_challenge (challenge_hash text primary key, expires_at bigint not null)`,
  `create index portal_used_challenge_expiry on portal_used_challenge (expires_at)`,
  `alter table portal_recovery_code drop constraint portal_recovery_code_username_fkey`,
  `alter table portal_recovery_code add constraint portal_recovery_code_username_fkey
    foreign key (username) references portal_user on delete cascade`,
];
