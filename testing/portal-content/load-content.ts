import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Database, poolOf } from '../../server/platform/database/connect.ts';
import { installationOrgId } from '../../server/platform/database/migrate.ts';
import { fillItemWords } from '../../server/platform/database/migrations/0001-release-0-1-0/items.ts';
import { termLexeme, termLexemes } from '../../server/portal/search/text/words.ts';
import { copyRows } from './copy-rows.ts';
import {
  type ContentSize,
  type GeneratedItem,
  generatedGroups,
  generatedItems,
  username,
} from './generated-content.ts';
import { placeName } from './vocabulary.ts';

/**
 * Fills an empty portal with users, groups, memberships, items and shares. Indexes and the words of items are
 * built after the rows.
 * @returns items loaded per second, indexes included
 */
export async function loadContent(database: Database, size: ContentSize): Promise<number> {
  const started = performance.now();
  const client = await poolOf(database).connect();
  try {
    await client.query(`set maintenance_work_mem = '512MB'; set synchronous_commit = off`);
    await loadUsers(client, size);
    await loadGroups(client, size);
    await loadItems(client, size);
    await client.query('vacuum analyze');
  } finally {
    // Its settings are dropped with it.
    client.release(true);
  }
  return Math.round((size.items / (performance.now() - started)) * 1_000);
}

async function loadUsers(client: pg.ClientBase, { people }: ContentSize): Promise<void> {
  const at = Date.UTC(2016, 0, 1);
  const everybody = Array.from({ length: people }, (_, index) => ({ index, name: username(index) }));
  await copyRows(
    client,
    'portal_user',
    ['username', 'org_id', 'full_name', 'role', 'fav_group_id', 'created_at', 'modified_at'],
    everybody.map(({ index, name }) => [
      name,
      installationOrgId,
      `${placeName(index + 9_000)} ${placeName(index * 7)}`,
      index === 0 ? 'org_admin' : index % 5 === 0 ? 'org_user' : 'org_publisher',
      favourites(name),
      at,
      at,
    ]),
  );
  await client.query(
    `update portal_user set search = setweight(${vector(`lower(username || ' ' || full_name)`)}, 'A')`,
  );
  await copyRows(
    client,
    'portal_group',
    ['id', 'title', 'owner', 'access', 'is_fav', 'created_at', 'modified_at'],
    everybody.map(({ name }) => [favourites(name), `${name}'s favorites`, name, 'private', true, at, at]),
  );
}

function favourites(name: string): string {
  return createHash('md5').update(`favourites ${name}`).digest('hex');
}

async function loadGroups(client: pg.ClientBase, size: ContentSize): Promise<void> {
  const at = Date.UTC(2016, 0, 1);
  const groups = [...generatedGroups(size)];
  await copyRows(
    client,
    'portal_group',
    ['id', 'title', 'owner', 'access', 'tags', 'created_at', 'modified_at'],
    groups.map(({ id, title, owner, access, tags }) => [id, title, owner, access, tags, at, at]),
  );
  await client.query(
    `update portal_group set search = setweight(${vector('lower(title)')}, 'A') where not is_fav`,
  );
  await copyRows(
    client,
    'portal_group_member',
    ['group_id', 'username', 'member_type', 'joined_at'],
    groups.flatMap(({ id, owner, members }) => [
      [id, owner, 'owner', at],
      ...members.map((member) => [id, member, 'member', at]),
    ]),
  );
}

const columns =
  'id owner type title snippet description tags type_keywords categories west south east north access num_views num_ratings avg_rating size created_at modified_at'.split(
    ' ',
  );

async function loadItems(client: pg.ClientBase, size: ContentSize): Promise<void> {
  await client.query(`create temporary table arriving (like portal_item including defaults, terms text[])`);
  await client.query('alter table arriving alter column org_id drop not null');
  await copyRows(client, 'arriving', [...columns, 'terms'], itemRows(size));
  const indexes = await dropIndexes(client);
  await client.query('alter table portal_item disable trigger user');
  // The trigger that maintains an item's organisation is disabled.
  await client.query(`insert into portal_item (${columns.join(', ')}, org_id, search)
    select ${columns.join(', ')}, '${installationOrgId}', ${itemVector} from arriving`);
  for (const index of indexes) await client.query(index);
  await client.query(fillItemWords);
  await client.query('alter table portal_item enable trigger user');
  await client.query('drop table arriving');
  await copyRows(client, 'portal_item_group', ['item_id', 'group_id'], shareRows(size));
}

function* itemRows(size: ContentSize) {
  for (const item of generatedItems(size)) {
    const { extent } = item;
    yield [
      item.id,
      item.owner,
      item.type,
      item.title,
      item.snippet,
      item.description,
      item.tags,
      item.typeKeywords,
      item.categories,
      extent?.west ?? null,
      extent?.south ?? null,
      extent?.east ?? null,
      extent?.north ?? null,
      item.access,
      item.views,
      item.ratings,
      item.rating,
      item.bytes,
      item.createdAt,
      item.modifiedAt,
      terms(item),
    ];
  }
}

function* shareRows(size: ContentSize) {
  for (const { id, groups } of generatedItems(size)) for (const group of groups) yield [id, group];
}

/** What `itemVector` of the item store indexes as whole values; a test compares the two. */
function terms({ title, tags, typeKeywords, categories, type, owner }: GeneratedItem): string[] {
  return [
    termLexeme('title', title),
    ...tags.map((tag) => termLexeme('tag', tag)),
    ...typeKeywords.map((keyword) => termLexeme('keyword', keyword)),
    ...categories.flatMap((path) => termLexemes('category', path)),
    ...type.split(' ').map((word) => termLexeme('type', word)),
    termLexeme('owner', owner),
  ];
}

function vector(text: string): string {
  return `(to_tsvector('simple', ${text}) || to_tsvector('english', ${text}))`;
}

const itemVector = [
  `setweight(${vector('lower(title)')}, 'A')`,
  `setweight(${vector(`lower(array_to_string(tags, ' '))`)}, 'B')`,
  `setweight(${vector('lower(snippet)')}, 'C')`,
  `setweight(${vector('lower(description)')}, 'D')`,
  'array_to_tsvector(array(select distinct unnest(terms)))',
].join(' || ');

/** Drops the indexes of items except the key. @returns the statements that rebuild them */
async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'portal_item' and indexname <> 'portal_item_pkey'`,
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}
