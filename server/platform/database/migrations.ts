import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { application } from './migrations/0001-initial/application.ts';
import { gis } from './migrations/0001-initial/gis.ts';
import { items, itemSearch } from './migrations/0001-initial/items.ts';
import { portal } from './migrations/0001-initial/portal.ts';
import { quotas } from './migrations/0001-initial/quotas.ts';
import { replicas } from './migrations/0004-replicas.ts';
import { memberRooms } from './migrations/0005-member-rooms.ts';
import { passkeys } from './migrations/0006-passkeys.ts';
import { itemUploads } from './migrations/0007-item-uploads.ts';
import { saml } from './migrations/0008-saml.ts';
import { jobResults } from './migrations/0009-job-results.ts';

/** What maps and applications use: items by their ids, services by their addresses. */
const itemUses = [
  `create table portal_item_use (
    item_id text not null references portal_item on delete cascade,
    target text not null,
    primary key (item_id, target)
  )`,
  `create index portal_item_use_target on portal_item_use (target)`,
];

/**
 * Lets PostgreSQL sort boxes along a curve before it builds an index on them, as it does for points: that takes a third of the
 * time, and the index has a quarter fewer pages. Only a superuser may, as of the embedded database is; elsewhere
 * indexes are built one box at a time. A connection that has used such an index before does not notice.
 */
const sortedBoxes = [
  `do $$ begin
    if not exists (select from pg_amproc join pg_opfamily on pg_opfamily.oid = amprocfamily
        where opfname = 'box_ops' and opfmethod = (select oid from pg_am where amname = 'gist') and amprocnum = 11) then
      alter operator family pg_catalog.box_ops using gist add function 11 (box, box) gist_point_sortsupport(internal);
    end if;
  exception when insufficient_privilege then null; end $$`,
];

/** Finds the acts on one account, which its owner sees. */
const securityActivity = [
  `create index audit_entry_subject on audit_entry (subject, id desc) where organisation is null and act like 'person.%'`,
];

/**
 * All migrations in order, by the names that databases record. A migration that has been released is never edited; a
 * change is a new one. For every release, `testing/upgrades` has a database from which a test upgrades.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001_initial': run([...portal, ...items, ...itemSearch, ...application, ...gis, ...quotas]),
  '0002_item_uses': run(itemUses),
  '0003_sorted_boxes': run(sortedBoxes),
  '0004_replicas': run(replicas),
  '0005_member_rooms': run(memberRooms),
  '0006_passkeys': run(passkeys),
  '0007_item_uploads': run(itemUploads),
  '0008_saml': run(saml),
  '0009_job_results': run(jobResults),
  '0010_security_activity': run(securityActivity),
};

function run(statements: readonly string[]): Migration {
  return {
    async up(database: Kysely<unknown>) {
      for (const statement of statements) await sql.raw(statement).execute(database);
    },
  };
}
