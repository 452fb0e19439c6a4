/** What a deleted attachment counts for, whose id is stored with the history of its layer: its row and its entry in the index. */
const deletionBytes = 100;

/** Offline copies of hosted layers, when attachments were changed and deleted, and what background jobs return (docs/offline-sync.md). */
export const replicas = [
  `create table hosted_replica (
    id uuid primary key,
    service_id integer not null references hosted_service on delete cascade,
    -- The username of the member whose copy it is.
    owner text not null,
    name text not null,
    definition jsonb not null,
    -- The generation of each layer that the copy has, as its client last named it.
    generations jsonb not null,
    -- Edits of the last upload with their results, so that one that is sent again is not applied again.
    uploaded jsonb,
    -- What the last synchronization returns, for clients that load it from its address.
    returned jsonb,
    created_at bigint not null,
    synced_at bigint,
    used_at bigint not null,
    closed_at bigint
  )`,
  `create index hosted_replica_service on hosted_replica (service_id, owner)`,
  `create index hosted_replica_owner on hosted_replica (owner)`,
  `create function hosted_replica_owner_deleted() returns trigger language plpgsql as $$ begin
    delete from hosted_replica where owner = old.username;
    return null;
  end $$`,
  `create trigger hosted_replica_owner_deleted after delete on portal_user
    for each row execute function hosted_replica_owner_deleted()`,
  // Attachments deleted from layers with a history.
  `create table hosted_attachment_deletion (
    service_id integer not null,
    layer_id integer not null,
    globalid uuid not null,
    parent_objectid bigint not null,
    deleted_gen bigint not null,
    foreign key (service_id, layer_id) references hosted_layer on delete cascade
  )`,
  `create index hosted_attachment_deletion_gen on hosted_attachment_deletion (service_id, layer_id, deleted_gen)`,
  `create index hosted_attachment_edited on hosted_attachment (service_id, layer_id, edited_gen) where edited_gen > 0`,
  `create function hosted_attachment_generation() returns bigint language sql volatile as $$
    select coalesce(nullif(current_setting('mapping.moment', true), '')::bigint,
      (extract(epoch from clock_timestamp()) * 1000)::bigint) $$`,
  `create function hosted_attachment_edited() returns trigger language plpgsql as $$ begin
    new.edited_gen := hosted_attachment_generation();
    if tg_op = 'INSERT' then new.added_gen := new.edited_gen; end if;
    return new;
  end $$`,
  `create trigger hosted_attachment_edited
    before insert or update of name, content_type, keywords, bytes on hosted_attachment
    for each row execute function hosted_attachment_edited()`,
  // Of a layer that is being deleted nothing is recorded: its row is gone.
  `create function hosted_attachment_deleted() returns trigger language plpgsql as $$ begin
    insert into hosted_attachment_deletion
      select gone.service_id, gone.layer_id, gone.globalid, gone.parent_objectid,
        hosted_attachment_generation()
      from gone join hosted_layer layer on layer.service_id = gone.service_id and layer.layer_id = gone.layer_id
      where gone.parent_objectid >= 0 and jsonb_typeof(layer.definition->'archive') = 'object';
    return null;
  end $$`,
  `create trigger hosted_attachment_deleted after delete on hosted_attachment
    referencing old table as gone for each statement execute function hosted_attachment_deleted()`,
  `create function hosted_attachment_deletion_stored() returns trigger language plpgsql as $$ begin
    update hosted_layer layer set attachment_bytes = attachment_bytes + counted.bytes
      from (
        select service_id, layer_id, count(*) * case tg_op when 'INSERT' then ${deletionBytes} else -${deletionBytes} end as bytes
        from changed group by service_id, layer_id
      ) counted
      where layer.service_id = counted.service_id and layer.layer_id = counted.layer_id;
    return null;
  end $$`,
  ...(['insert', 'delete'] as const).map(
    (
      event,
    ) => `create trigger hosted_attachment_deletion_stored_${event} after ${event} on hosted_attachment_deletion
      referencing ${event === 'insert' ? 'new' : 'old'} table as changed
      for each statement execute function hosted_attachment_deletion_stored()`,
  ),
  // What jobs of feature services have written, for a day: compressed, in pieces (docs/offline-sync.md#in-the-background).
  `create table hosted_job_result (
    job text primary key,
    service_id integer not null references hosted_service on delete cascade,
    -- The username of the member who started it.
    owner text not null,
    -- The layers whose features or changes it contains: it is for callers who may see the history of those.
    layer_ids integer[] not null,
    -- Whether it is also only for callers who may take the service offline.
    needs_sync boolean not null,
    created_at bigint not null,
    -- Null while it is being written.
    finished_at bigint,
    -- Bytes of all pieces.
    size bigint not null default 0
  )`,
  `create index hosted_job_result_service on hosted_job_result (service_id, owner)`,
  `create index hosted_job_result_owner on hosted_job_result (owner)`,
  `create table hosted_job_piece (
    job text not null references hosted_job_result on delete cascade,
    piece integer not null,
    bytes bytea not null,
    primary key (job, piece)
  )`,
  `alter table hosted_job_piece alter column bytes set storage external`,
  `create function hosted_job_piece_stored() returns trigger language plpgsql as $$ begin
    update hosted_job_result set size = size + octet_length(new.bytes) where job = new.job;
    return null;
  end $$`,
  `create trigger hosted_job_piece_stored after insert on hosted_job_piece
    for each row execute function hosted_job_piece_stored()`,
  `create function hosted_job_owner_deleted() returns trigger language plpgsql as $$ begin
    delete from hosted_job_result where owner = old.username;
    return null;
  end $$`,
  `create trigger hosted_job_owner_deleted after delete on portal_user
    for each row execute function hosted_job_owner_deleted()`,
];
