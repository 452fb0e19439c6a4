/** The embedded portal: organisations, users, groups, registered applications, tokens and links. */
export const portal = [
  // The rows are the installation's own organisation, at the address `/portal` without an organisation's name, and that of
  // users whose organisation only the operator knows: they cannot sign in until they are assigned.
  `create table portal_organisation (
    id text primary key,
    url_key text unique check (url_key = lower(url_key)),
    settings jsonb not null default '{}',
    created_at bigint not null
  )`,
  `insert into portal_organisation (id, url_key, created_at) values
    ('mapping', null, extract(epoch from now()) * 1000),
    ('unassigned', null, extract(epoch from now()) * 1000)`,
  `create table portal_partnership (
    from_org text not null references portal_organisation on delete cascade,
    to_org text not null references portal_organisation on delete cascade,
    offered_by text not null,
    offered_at bigint not null,
    accepted_by text,
    accepted_at bigint,
    primary key (from_org, to_org),
    check (from_org <> to_org)
  )`,
  `create index portal_partnership_to_org on portal_partnership (to_org)`,
  `create unique index portal_partnership_pair on portal_partnership (least(from_org, to_org), greatest(from_org, to_org))`,
  // Roles that an organisation defines itself.
  `create table portal_role (
    id text primary key,
    org_id text not null references portal_organisation on delete cascade,
    name text not null,
    description text not null,
    privileges text[] not null default '{}',
    created_at bigint not null,
    modified_at bigint not null
  )`,
  `create unique index portal_role_name on portal_role (org_id, lower(name))`,
  `create table portal_user (
    username text primary key,
    full_name text not null,
    email text not null default '',
    description text not null default '',
    role text not null check (role in ('org_admin', 'org_publisher', 'org_user')),
    access text not null default 'org' check (access in ('private', 'org', 'public')),
    culture text not null default 'en',
    region text not null default 'WO',
    units text not null default 'metric' check (units in ('metric', 'english')),
    tags text[] not null default '{}',
    thumbnail text,
    fav_group_id text,
    disabled boolean not null default false,
    password_hash text,
    -- Another one whenever all sign-ins of the account end, those under way included.
    security_stamp uuid not null default gen_random_uuid(),
    created_at bigint not null,
    modified_at bigint not null,
    last_sign_in_at bigint,
    -- Since when a code of an authenticator app is asked for; null: the password is enough.
    second_factor_at bigint,
    -- When the user confirmed the email address; null: nothing is sent to it.
    email_confirmed_at bigint,
    search tsvector not null default '',
    org_id text not null references portal_organisation,
    -- What applications store about the user.
    properties jsonb not null default '{}',
    -- A role of the organisation's own; null: the built-in one of \`role\`.
    role_id text references portal_role
  )`,
  // Usernames must differ in more than letter case.
  `create unique index portal_user_lower on portal_user (lower(username))`,
  `create index portal_user_email on portal_user (lower(email)) where email_confirmed_at is not null`,
  `create index portal_user_search on portal_user using gin (search)`,
  `create index portal_user_org on portal_user (org_id, username)`,
  `create index portal_user_role_id on portal_user (role_id) where role_id is not null`,
  // A new account of a deleted user's name would own what the first one shared and signed.
  `create table portal_former_user (username text primary key, deleted_at bigint not null)`,
  `create unique index portal_former_user_lower on portal_former_user (lower(username))`,
  // An item and a group belong to their owner's organisation: the database enforces it for every writer, and while the owner
  // moves.
  `create function portal_owner_org() returns trigger language plpgsql as $$ begin
    new.org_id := (select org_id from portal_user where username = new.owner for key share);
    return new;
  end $$`,
  `create table portal_group (
    id text primary key,
    title text not null,
    owner text not null references portal_user,
    access text not null check (access in ('private', 'org', 'public')),
    snippet text not null default '',
    description text not null default '',
    tags text[] not null default '{}',
    thumbnail text,
    sort_field text not null default 'title',
    sort_order text not null default 'asc' check (sort_order in ('asc', 'desc')),
    is_invitation_only boolean not null default true,
    is_view_only boolean not null default false,
    is_fav boolean not null default false,
    protected boolean not null default false,
    created_at bigint not null,
    modified_at bigint not null,
    search tsvector not null default '',
    category_schema jsonb,
    has_category_schema boolean not null generated always as (category_schema is not null) stored,
    org_id text not null references portal_organisation,
    json_bytes integer not null default 0
  )`,
  `create trigger portal_group_org before insert or update of owner on portal_group
    for each row execute function portal_owner_org()`,
  // As of items: a page of groups is weighed before it is read.
  `create function portal_group_weighed() returns trigger language plpgsql as $$ begin
    new.json_bytes := octet_length(json_build_array(new.title, new.snippet, new.description, new.tags)::text);
    return new;
  end $$`,
  `create trigger portal_group_weighed before insert or update of title, snippet, description, tags on portal_group
    for each row execute function portal_group_weighed()`,
  `create index portal_group_org on portal_group (org_id)`,
  `create index portal_group_owner on portal_group (owner)`,
  `create index portal_group_search on portal_group using gin (search)`,
  `create table portal_group_member (
    group_id text not null references portal_group on delete cascade,
    username text not null references portal_user on delete cascade,
    member_type text not null check (member_type in ('owner', 'admin', 'member')),
    joined_at bigint not null,
    primary key (group_id, username)
  )`,
  `create index portal_group_member_user on portal_group_member (username)`,
  `create table portal_invitation (
    id text primary key,
    group_id text not null references portal_group on delete cascade,
    username text not null references portal_user on delete cascade,
    member_type text not null check (member_type in ('admin', 'member')),
    invited_by text not null references portal_user on delete cascade,
    created_at bigint not null,
    expires_at bigint not null,
    -- The organisations that the group administered when it was made: of no others does it make an administrator.
    administers text[] not null default '{}',
    unique (group_id, username)
  )`,
  `create index portal_invitation_invited_by on portal_invitation (invited_by)`,
  `create index portal_invitation_user on portal_invitation (username)`,
  `create table portal_folder (
    id text primary key,
    username text not null references portal_user on delete cascade,
    title text not null,
    created_at bigint not null,
    unique (username, title)
  )`,
  `create table portal_app (
    client_id text primary key,
    title text not null,
    redirect_uris text[] not null,
    created_at bigint not null,
    -- An application of one organisation signs in only its users; one of none is the operator's own, for all users.
    org_id text references portal_organisation on delete cascade,
    -- What a member registered has an item, and a secret whose hash is stored.
    item_id text unique,
    app_type text not null default 'browser' check (app_type in ('browser', 'native', 'server', 'multiple')),
    secret_hash text,
    modified_at bigint
  )`,
  `create index portal_app_org_id on portal_app (org_id)`,
  // Tokens of applications themselves, which see what everyone may see.
  `create table portal_app_token (
    token_hash text primary key,
    client_id text not null references portal_app on delete cascade,
    expires_at bigint not null
  )`,
  `create index portal_app_token_app on portal_app_token (client_id)`,
  `create index portal_app_token_expiry on portal_app_token (expires_at)`,
  `create table portal_app_consent (
    client_id text not null references portal_app on delete cascade,
    username text not null references portal_user on delete cascade,
    redirect_uri text not null,
    created_at bigint not null,
    primary key (client_id, username, redirect_uri)
  )`,
  `create index portal_app_consent_username on portal_app_consent (username)`,
  `create table portal_code (
    code_hash text primary key,
    client_id text not null references portal_app on delete cascade,
    username text not null references portal_user on delete cascade,
    redirect_uri text not null,
    challenge text not null,
    challenge_method text not null check (challenge_method in ('S256', 'secret')),
    expiration integer not null,
    expires_at bigint not null,
    session_id text,
    -- As of tokens.
    authenticated_at bigint
  )`,
  `create index portal_code_expiry on portal_code (expires_at)`,
  `create table portal_token (
    token_hash text primary key,
    kind text not null check (kind in ('access', 'refresh')),
    username text not null references portal_user on delete cascade,
    client_id text,
    session_id text not null,
    -- The application that the session was opened with, whatever the token was exchanged for.
    session_client_id text,
    created_at bigint not null,
    expires_at bigint not null,
    -- Address and last use of a session.
    agent text not null default '',
    started_at bigint,
    used_at bigint,
    -- When the user signed in at an identity provider, whose own session may be old; 0: it does not say; null: here.
    authenticated_at bigint,
    -- The one other server that the token is meant for; null: any.
    audience text,
    -- Refresh tokens that were exchanged stay known, so that a second use is detected.
    replaced_at bigint,
    successor bytea
  )`,
  `create index portal_token_session on portal_token (session_id)`,
  `create index portal_token_expiry on portal_token (expires_at)`,
  `create index portal_token_user on portal_token (username)`,
  // The secret shared with a user's authenticator app, sealed. Until `portal_user.second_factor_at` is set it awaits a first code.
  `create table portal_second_factor (
    username text primary key references portal_user on delete cascade,
    key_id text not null,
    nonce bytea not null,
    sealed bytea not null,
    -- The time step of the last code that was used: each code works once.
    last_step bigint not null default 0
  )`,
  // Of users with an authenticator app or a passkey.
  `create table portal_recovery_code (
    username text not null references portal_user on delete cascade,
    code_hash text not null,
    primary key (username, code_hash)
  )`,
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
  // Users whose password was right and who have not given their code yet, in one browser.
  `create table portal_sign_in_step (
    step_hash text primary key,
    browser_hash text not null,
    username text not null references portal_user on delete cascade,
    client_id text not null references portal_app on delete cascade,
    expires_at bigint not null,
    authenticated_at bigint
  )`,
  `create index portal_sign_in_step_expiry on portal_sign_in_step (expires_at)`,
  `create index portal_sign_in_step_user on portal_sign_in_step (username)`,
  // Networks from which users have signed in, as hashes: attempts from elsewhere do not block these.
  `create table portal_known_network (
    username text not null references portal_user on delete cascade,
    network text not null,
    signed_in_at bigint not null,
    primary key (username, network)
  )`,
  `create index portal_known_network_age on portal_known_network (signed_in_at)`,
  // Links by which people join an organisation or choose a password.
  `create table portal_link (
    token_hash text primary key,
    kind text not null check (kind in ('join', 'password')),
    username text references portal_user on delete cascade,
    role text check (role in ('org_admin', 'org_publisher', 'org_user')),
    group_ids text[] not null default '{}',
    created_by text not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint,
    org_id text not null references portal_organisation on delete cascade,
    -- As in portal_invitation, of its groups.
    administers text[] not null default '{}',
    check ((kind = 'password') = (username is not null))
  )`,
  `create index portal_link_org_id on portal_link (org_id)`,
  `create index portal_link_user on portal_link (username)`,
  // The OpenID Connect or SAML 2.0 provider of an organisation; the client secret, or the private key, is sealed.
  `create table portal_identity_provider (
    org_id text primary key references portal_organisation on delete cascade,
    issuer text not null,
    client_id text,
    key_id text,
    nonce bytea,
    sealed bytea,
    label text not null,
    scope text,
    saml jsonb,
    username_claim text not null,
    role_claim text not null,
    roles jsonb not null,
    default_role text check (default_role in ('org_admin', 'org_publisher', 'org_user')),
    modified_at bigint not null,
    check ((saml is null) = (client_id is not null)),
    check ((client_id is not null) = (scope is not null)),
    check (saml is not null or sealed is not null),
    check (num_nulls(key_id, nonce, sealed) in (0, 3))
  )`,
  // SAML responses that were used: each works once.
  `create table portal_saml_answer (
    org_id text not null references portal_organisation on delete cascade,
    request_id text not null,
    assertion_id text not null,
    expires_at bigint not null,
    primary key (org_id, request_id),
    unique (org_id, assertion_id)
  )`,
  `create index portal_saml_answer_expiry on portal_saml_answer (expires_at)`,
  `create table portal_provider_user (
    org_id text not null references portal_organisation on delete cascade,
    issuer text not null,
    subject text not null,
    username text not null references portal_user on delete cascade,
    primary key (org_id, issuer, subject)
  )`,
  `create index portal_provider_user_name on portal_provider_user (username)`,
  `create table portal_notification (
    id text primary key,
    username text not null references portal_user on delete cascade,
    type text not null,
    data jsonb not null,
    created_at bigint not null
  )`,
  `create index portal_notification_user on portal_notification (username, created_at desc, id)`,
  // Messages that wait to be sent, and those of the last hours, which count for the limits.
  `create table mail_message (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('forgotten', 'password', 'code', 'notice')),
    username text references portal_user on delete cascade,
    recipient text,
    data jsonb not null,
    created_at bigint not null,
    next_at bigint not null,
    expires_at bigint not null,
    tries integer not null default 0,
    problem text not null default '',
    sent_at bigint,
    check ((kind = 'forgotten') = (username is null))
  )`,
  `create index mail_message_due on mail_message (next_at) where sent_at is null`,
  `create index mail_message_sent on mail_message (sent_at)`,
  `create index mail_message_user on mail_message (username, kind, created_at)`,
  `create table portal_mail_token (
    token_hash text primary key,
    kind text not null check (kind in ('password', 'code')),
    username text not null references portal_user on delete cascade,
    email text not null,
    expires_at bigint not null
  )`,
  `create index portal_mail_token_user on portal_mail_token (username, kind)`,
];
