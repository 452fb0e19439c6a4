/** Files of items that arrive in parts (docs/uploads.md#in-parts). Parts count for the owner of the item until they are joined. */
export const itemUploads = [
  `create table portal_item_upload (
    item_id text primary key references portal_item on delete cascade,
    -- The file's name.
    name text not null,
    -- Whether the item was added for this upload, so that it is deleted with it.
    is_new boolean not null,
    -- Bytes of all parts.
    size bigint not null default 0,
    -- The job that joins the parts, or that failed to.
    job_id text,
    used_at bigint not null
  )`,
  `create index portal_item_upload_used on portal_item_upload (used_at)`,
  `create table portal_item_part (
    item_id text not null references portal_item_upload on delete cascade,
    part integer not null,
    piece integer not null,
    bytes bytea not null,
    primary key (item_id, part, piece)
  )`,
  // They are compressed files mostly.
  `alter table portal_item_part alter column bytes set storage external`,
  `create or replace view portal_item_amount as
    select item.id as item_id, item.owner, owner.org_id,
      (case when exists (select from portal_item_data where item_id = item.id) then item.size else 0 end)
        + coalesce((select sum(octet_length(bytes)) from portal_file
          where owner_kind in ('item', 'item-resource') and owner_id = item.id), 0)
        + coalesce(hosted.bytes, 0)
        + coalesce((select size from portal_item_upload where item_id = item.id), 0) as bytes,
      coalesce(hosted.features, 0) as features
    from portal_item item
    join portal_user owner on owner.username = item.owner
    left join lateral (
      select sum(stored_bytes + attachment_bytes) as bytes, sum(feature_count) as features
      from hosted_layer join hosted_service on hosted_service.id = hosted_layer.service_id
      where hosted_service.item_id = item.id
    ) hosted on true`,
  `create function portal_item_upload_charged() returns trigger language plpgsql as $$ begin
    perform portal_recount(coalesce(new.item_id, old.item_id));
    return null;
  end $$`,
  `create constraint trigger portal_item_upload_charged_update_of_size after update of size on portal_item_upload
    deferrable initially deferred for each row execute function portal_item_upload_charged()`,
  `create constraint trigger portal_item_upload_charged_delete after delete on portal_item_upload
    deferrable initially deferred for each row execute function portal_item_upload_charged()`,
];
