/** Comments on items, notifications and properties of users, and roles that an organisation defines itself. */
export const memberRooms = [
  `create table portal_item_comment (
    id text primary key,
    item_id text not null references portal_item on delete cascade,
    username text not null references portal_user on delete cascade,
    parent_id text references portal_item_comment on delete cascade,
    comment text not null,
    created_at bigint not null,
    modified_at bigint not null
  )`,
  `create index portal_item_comment_item on portal_item_comment (item_id, created_at, id)`,
  `create index portal_item_comment_user on portal_item_comment (username)`,
  `create index portal_item_comment_parent on portal_item_comment (parent_id)`,
  `alter table portal_item
    add column comments_enabled boolean not null default true,
    add column num_comments integer not null default 0`,
  `create index portal_item_comments on portal_item (num_comments, id)`,
  // Comments are also deleted with their author and with the comment they reply to.
  `create function portal_item_comment_counted() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      update portal_item set num_comments = num_comments + 1 where id = new.item_id;
    else
      update portal_item set num_comments = num_comments - 1 where id = old.item_id;
    end if;
    return null;
  end $$`,
  `create trigger portal_item_comment_counted after insert or delete on portal_item_comment
    for each row execute function portal_item_comment_counted()`,
  `create table portal_notification (
    id text primary key,
    username text not null references portal_user on delete cascade,
    type text not null,
    data jsonb not null,
    created_at bigint not null
  )`,
  `create index portal_notification_user on portal_notification (username, created_at desc, id)`,
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
  `alter table portal_user
    add column properties jsonb not null default '{}',
    add column role_id text references portal_role`,
  `create index portal_user_role_id on portal_user (role_id) where role_id is not null`,
];
