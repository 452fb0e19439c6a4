import { type Kysely, sql } from 'kysely';

/**
 * Hosted feature services: their descriptions, their attachments, and the schema with one table per layer.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create schema if not exists hosted`,
  `create table hosted_service (
    id integer generated always as identity primary key,
    name text not null,
    item_id text,
    description text not null default '',
    copyright text not null default '',
    capabilities text not null default 'Query',
    created_at bigint not null,
    modified_at bigint not null
  )`,
  `create unique index hosted_service_name on hosted_service (lower(name))`,
  `create index hosted_service_item on hosted_service (item_id)`,
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
    primary key (service_id, layer_id)
  )`,
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
    primary key (service_id, layer_id, attachment_id),
    foreign key (service_id, layer_id) references hosted_layer on delete cascade
  )`,
  `create index hosted_attachment_parent on hosted_attachment (service_id, layer_id, parent_objectid)`,
];
