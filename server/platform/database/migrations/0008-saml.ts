/** Identity providers of SAML 2.0 beside those of OpenID Connect, and their answers that have been used. */
export const saml = [
  `alter table portal_identity_provider
    add column saml jsonb,
    alter column client_id drop not null,
    alter column scope drop not null,
    alter column key_id drop not null,
    alter column nonce drop not null,
    alter column sealed drop not null,
    add check ((saml is null) = (client_id is not null)),
    add check ((client_id is not null) = (scope is not null)),
    add check (saml is not null or sealed is not null),
    add check (num_nulls(key_id, nonce, sealed) in (0, 3))`,
  `create table portal_saml_answer (
    org_id text not null references portal_organisation on delete cascade,
    request_id text not null,
    assertion_id text not null,
    expires_at bigint not null,
    primary key (org_id, request_id),
    unique (org_id, assertion_id)
  )`,
  `create index portal_saml_answer_expiry on portal_saml_answer (expires_at)`,
];
