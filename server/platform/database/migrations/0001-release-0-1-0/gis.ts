/** What an attachment counts for besides its file, its name and its keywords: its row and its entries in the indexes. */
const attachmentRowBytes = 300;

const attachmentBytes = `size + octet_length(keywords) + octet_length(name) + ${attachmentRowBytes}`;

/** Hosted services with one table per layer in the schema `hosted`, gazetteers, publishing. */
export const gis = [
  `create schema if not exists hosted`,
  // Lets PostgreSQL sort boxes along a curve before it builds an index on them, as it does for points: that takes a third of the
  // time, and the index has a quarter fewer pages. Only a superuser may, as of the embedded database is; elsewhere
  // indexes are built one box at a time. A connection that has used such an index before does not notice.
  `do $$ begin
    if not exists (select from pg_amproc join pg_opfamily on pg_opfamily.oid = amprocfamily
        where opfname = 'box_ops' and opfmethod = (select oid from pg_am where amname = 'gist') and amprocnum = 11) then
      alter operator family pg_catalog.box_ops using gist add function 11 (box, box) gist_point_sortsupport(internal);
    end if;
  exception when insufficient_privilege then null; end $$`,
  `create table hosted_service (
    id integer generated always as identity primary key,
    name text not null,
    item_id text,
    description text not null default '',
    copyright text not null default '',
    capabilities text not null default 'Query',
    created_at bigint not null,
    modified_at bigint not null,
    org_id text not null default 'mapping' references portal_organisation,
    -- Also served at the address without an organisation's name.
    at_root boolean not null default false,
    -- Its layers show features of other services.
    is_view boolean not null default false,
    -- For layers that are added to it.
    layer_defaults jsonb,
    -- It has the tiles of hosted_tiles instead of layers.
    is_tiles boolean not null default false
  )`,
  `create unique index hosted_service_name on hosted_service (org_id, lower(name))`,
  `create unique index hosted_service_root_name on hosted_service (lower(name)) where at_root`,
  `create index hosted_service_item on hosted_service (item_id)`,
  // The bytes are those of a file, from which the tiles were published: both share them.
  `create table hosted_tiles (
    service_id integer primary key references hosted_service on delete cascade,
    version text not null,
    encoding text not null default 'identity' check (encoding = 'identity'),
    bytes bigint not null,
    part_bytes integer not null,
    -- What is needed to read and describe the tiles.
    definition jsonb not null,
    foreign key (version, encoding) references portal_data_version
  )`,
  `create index hosted_tiles_version on hosted_tiles (version, encoding)`,
  `create trigger portal_data_version_left after delete on hosted_tiles
    for each row execute function portal_data_version_left()`,
  `create table hosted_layer (
    service_id integer not null references hosted_service on delete cascade,
    layer_id integer not null check (layer_id >= 0),
    name text not null,
    table_name text not null unique,
    geometry_type text check (geometry_type in
      ('esriGeometryPoint', 'esriGeometryMultipoint', 'esriGeometryPolyline', 'esriGeometryPolygon')),
    wkid integer not null,
    has_z boolean not null default false,
    has_m boolean not null default false,
    definition jsonb not null,
    next_objectid bigint not null default 1,
    next_attachment_id bigint not null default 1,
    feature_count bigint not null default 0,
    extent_xmin double precision,
    extent_ymin double precision,
    extent_xmax double precision,
    extent_ymax double precision,
    edited_at bigint not null,
    -- Disk usage of its table and its history, indexes included, and of its attachments.
    stored_bytes bigint not null default 0,
    attachment_bytes bigint not null default 0,
    -- The layer whose features a view shows: table_name is then the name of a database view.
    source_service_id integer,
    source_layer_id integer,
    primary key (service_id, layer_id),
    foreign key (source_service_id, source_layer_id) references hosted_layer (service_id, layer_id)
  )`,
  `create index hosted_layer_source on hosted_layer (source_service_id) where source_service_id is not null`,
  `create table hosted_attachment (
    service_id integer not null,
    layer_id integer not null,
    attachment_id bigint not null,
    globalid uuid not null,
    parent_objectid bigint not null,
    name text not null,
    content_type text not null,
    size bigint not null,
    keywords text not null default '',
    bytes bytea not null,
    created_at bigint not null,
    -- The edit times of the layer at which it was added and last changed.
    added_gen bigint not null default 0,
    edited_gen bigint not null default 0,
    primary key (service_id, layer_id, attachment_id),
    foreign key (service_id, layer_id) references hosted_layer on delete cascade,
    -- Of an attachment of a feature: lists contain them.
    constraint hosted_attachment_keywords check (parent_objectid < 0 or length(keywords) <= 1000)
  )`,
  // Uncompressed, so that a part of the bytes is read without those before it.
  `alter table hosted_attachment alter column bytes set storage external`,
  `create index hosted_attachment_parent on hosted_attachment (service_id, layer_id, parent_objectid)`,
  // Uploaded files that wait for their feature, and their parts: most attachments are neither.
  `create index hosted_attachment_waiting on hosted_attachment (created_at) where parent_objectid = -1`,
  `create index hosted_attachment_part on hosted_attachment (globalid) where parent_objectid = -2`,
  // Edits update the layer's row after they wrote features and, by triggers, the history.
  `create function hosted_layer_stored() returns trigger language plpgsql as $$ begin
    new.stored_bytes := coalesce(pg_total_relation_size(to_regclass('hosted.' || quote_ident(new.table_name))), 0)
      + coalesce(pg_total_relation_size(to_regclass('hosted.' || quote_ident(new.table_name || '_history'))), 0);
    return new;
  end $$`,
  `create trigger hosted_layer_stored before insert or update on hosted_layer
    for each row execute function hosted_layer_stored()`,
  ...attachmentsSummed(
    'insert',
    'new table as added',
    `select service_id, layer_id, ${attachmentBytes} as bytes from added`,
  ),
  ...attachmentsSummed(
    'delete',
    'old table as gone',
    `select service_id, layer_id, -(${attachmentBytes}) as bytes from gone`,
  ),
  ...attachmentsSummed(
    'update',
    'old table as gone new table as added',
    `select service_id, layer_id, ${attachmentBytes} as bytes from added
      union all select service_id, layer_id, -(${attachmentBytes}) from gone`,
  ),
  // Gazetteers for search and geocoding (docs/places.md). Words are looked up by index only, however many there are.
  `create table gazetteer (
    id integer generated always as identity primary key,
    name text not null unique,
    version text not null,
    attribution text not null default '',
    place_count bigint not null default 0,
    loaded_at bigint not null
  )`,
  `create table place (
    id bigint generated by default as identity primary key,
    gazetteer_id integer not null,
    source_id text collate "C" not null,
    kind text not null,
    category text,
    name text not null,
    other_names text[] not null,
    street text,
    street_key text collate "C",
    house_number text,
    number_key text collate "C",
    neighbourhood text,
    city text,
    region text,
    postal text,
    country_code text,
    longitude double precision not null,
    latitude double precision not null,
    extent_west double precision,
    extent_south double precision,
    extent_east double precision,
    extent_north double precision,
    spot point not null,
    population bigint,
    importance real not null,
    search_text text not null
  )`,
  `create index place_source on place (gazetteer_id, source_id)`,
  `create index place_number on place (street_key, number_key) where kind = 'address'`,
  `create index place_spot on place using gist (spot) where kind in ('address', 'poi')`,
  `create index place_area_spot on place using gist (spot) where kind in ('neighbourhood', 'city')`,
  // One row per word of a name. The first index reads the important places first, the second those of one map
  // square.
  `create table place_word (
    word text collate "C" not null,
    place_id bigint not null,
    gazetteer_id integer not null,
    rank smallint not null,
    cell integer not null
  )`,
  `create index place_word_rank on place_word (rank, word) include (place_id)`,
  `create index place_word_cell on place_word (cell, word) include (place_id)`,
  `create table street_point (
    place_id bigint not null,
    gazetteer_id integer not null,
    spot point not null
  )`,
  `create index street_point_spot on street_point using gist (spot)`,
  // State of publishing jobs that outlives a request and is shared by all processes.
  `create table publish_job (
    id text primary key,
    item_id text not null,
    source_id text not null,
    username text not null,
    status text not null check (status in ('processing', 'completed', 'failed')),
    progress jsonb not null,
    message text not null default '',
    faults jsonb not null default '[]',
    cancelled boolean not null default false,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  `create index publish_job_item on publish_job (item_id)`,
  `create index publish_job_source on publish_job (source_id)`,
  // A number for the middle of an envelope, along a Z-order curve: nearby places have nearby numbers, and the features of any
  // cell of a quadtree are one range of numbers. An index on it finds one feature per cell without reading the others. 26 bits
  // each for x and y; what lies beyond 2²⁵ units counts as at the edge.
  `
create or replace function hosted.place_code(place box, unit double precision) returns bigint
language plpgsql immutable strict parallel safe as $$
declare
  x bigint := least(greatest(floor(((place[0])[0] + (place[1])[0]) / 2 / unit) + 33554432, 0), 67108863);
  y bigint := least(greatest(floor(((place[0])[1] + (place[1])[1]) / 2 / unit) + 33554432, 0), 67108863);
begin
  x := (x | (x << 16)) & 281470681808895;
  y := (y | (y << 16)) & 281470681808895;
  x := (x | (x << 8)) & 71777214294589695;
  y := (y | (y << 8)) & 71777214294589695;
  x := (x | (x << 4)) & 1085102592571150095;
  y := (y | (y << 4)) & 1085102592571150095;
  x := (x | (x << 2)) & 3689348814741910323;
  y := (y | (y << 2)) & 3689348814741910323;
  x := (x | (x << 1)) & 6148914691236517205;
  y := (y | (y << 1)) & 6148914691236517205;
  return x | (y << 1);
end $$`,
];

/** The sum in a layer's row, changed once a statement: each change of a row within one transaction takes longer than the one before. */
function attachmentsSummed(event: string, tables: string, changes: string): string[] {
  const name = `hosted_attachment_stored_${event}`;
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin
      update hosted_layer layer set attachment_bytes = attachment_bytes + changed.bytes
        from (
          select service_id, layer_id, sum(bytes)::bigint as bytes from (${changes}) each
          group by service_id, layer_id having sum(bytes) <> 0
        ) changed
        where layer.service_id = changed.service_id and layer.layer_id = changed.layer_id;
      return null;
    end $$`,
    `create trigger ${name} after ${event} on hosted_attachment
      referencing ${tables} for each statement execute function ${name}()`,
  ];
}
