import { groupId, username } from '../portal-content/generated-content.ts';
import { categories, itemTypes, placeName, themes } from '../portal-content/vocabulary.ts';

/**
 * One kind of search: its parameters, different each time, and the same page as plain SQL, without
 * permissions or total.
 */
export interface SearchRequest {
  name: string;
  /** What is searched; items by default. */
  of?: keyof typeof searchedTables;
  parameters(n: number): Record<string, string>;
  /** The SQL after `select … from` the table; its values. */
  bare(n: number): [sql: string, values: unknown[]];
}

/** Address of the search of each table, and the columns of a page of it. */
export const searchedTables = {
  portal_item: { path: '/search', columns: 'id, title, snippet, tags' },
  portal_group: { path: '/community/groups', columns: 'id, title, tags' },
  portal_user: { path: '/community/users', columns: 'username, full_name' },
};

const theme = (n: number) => themes[(n * 7) % themes.length] ?? '';
const common = (n: number) => themes[n % 10] ?? '';
const category = (n: number) => categories[n % categories.length] ?? '';
const newest = 'order by modified_at desc, id desc limit 10';
const ranked = `order by ts_rank('{0.02, 0.1, 0.3, 1}', search, to_tsquery('english', $1)) desc, modified_at desc limit 10`;
const words = (text: string): [string, unknown[]] => [
  `where search @@ to_tsquery('english', $1) ${ranked}`,
  [text],
];
const term = (text: string): [string, unknown[]] => [`where search @@ $1::tsquery ${newest}`, [`'${text}'`]];

function box(n: number, size: number): [number, number, number, number] {
  const [x, y] = [50 + ((n * 37) % 300) / 10, 42 + ((n * 17) % 100) / 10];
  return [x, y, x + size, y + size];
}

const placed = (corners: readonly number[]): [string, unknown[]] => [
  `where box(point(west, south), point(east, north)) && box(point($1, $2), point($3, $4)) ${newest}`,
  [...corners],
];

const sorts = { title: 'title collate "und-x-icu"', numviews: 'num_views', size: 'size', type: 'type' };

export const searchRequests: readonly SearchRequest[] = [
  { name: 'everything, newest first', parameters: () => ({}), bare: () => [newest, []] },
  { name: 'a common word', parameters: (n) => ({ q: common(n) }), bare: (n) => words(common(n)) },
  {
    name: 'two common words',
    parameters: (n) => ({ q: `${theme(n)} network` }),
    bare: (n) => words(`${theme(n)} & network`),
  },
  {
    name: 'common words no title has together',
    parameters: () => ({ q: 'map viewer' }),
    bare: () => words('map & viewer'),
  },
  {
    name: 'a rare word and a common one',
    parameters: (n) => ({ q: `${placeName(5_000 + n)} network` }),
    bare: (n) => words(`${placeName(5_000 + n).toLowerCase()} & network`),
  },
  {
    name: 'a rare word',
    parameters: (n) => ({ q: placeName(5_000 + n) }),
    bare: (n) => words(placeName(5_000 + n).toLowerCase()),
  },
  {
    name: 'the beginning of a word',
    parameters: (n) => ({ q: `${theme(n).slice(0, 3)}*` }),
    bare: (n) => words(`${theme(n).slice(0, 3)}:*`),
  },
  {
    name: 'a tag',
    parameters: (n) => ({ q: `tags:"${theme(n)}"` }),
    bare: (n) => term(`t:${theme(n)}`),
  },
  {
    name: 'an owner',
    parameters: (n) => ({ q: `owner:${username(n)}` }),
    bare: (n) => [`where owner = $1 ${newest}`, [username(n)]],
  },
  {
    name: 'a group',
    parameters: (n) => ({ q: `group:${groupId(n)}` }),
    bare: (n) => [
      `where id in (select item_id from portal_item_group where group_id = $1) ${newest}`,
      [groupId(n)],
    ],
  },
  {
    name: 'a category',
    parameters: (n) => ({ categories: category(n) }),
    bare: (n) => term(`c:${category(n).toLowerCase()}`),
  },
  {
    // As `webMapsOnly` of the browser's portal client requests it.
    name: 'the gallery as it opens',
    parameters: () => ({
      q: 'type:"Web Map" -type:"Web Application"',
      sortField: 'modified',
      sortOrder: 'desc',
    }),
    bare: () => [`where type = $1 ${newest}`, ['Web Map']],
  },
  {
    name: 'tags of the gallery',
    parameters: () => ({ q: 'type:"Web Map"', num: '0', countFields: 'tags', countSize: '40' }),
    bare: () => [
      `cross join unnest(tags) as tag where type = $1 group by tag order by count(*) desc limit 40`,
      ['Web Map'],
    ],
  },
  {
    name: 'a type',
    parameters: (n) => ({ q: `type:"${itemTypes[n % itemTypes.length]?.[0]}"` }),
    bare: (n) => [`where type = $1 ${newest}`, [itemTypes[n % itemTypes.length]?.[0]]],
  },
  {
    name: 'a box of a street',
    parameters: (n) => ({ bbox: box(n, 0.01).join(',') }),
    bare: (n) => placed(box(n, 0.01)),
  },
  {
    name: 'a box of a region',
    parameters: (n) => ({ bbox: box(n, 3).join(',') }),
    bare: (n) => placed(box(n, 3)),
  },
  ...Object.entries(sorts).map(([field, column]) => ({
    name: `everything by ${field}`,
    parameters: () => ({ sortField: field, sortOrder: 'desc' }),
    bare: (): [string, unknown[]] => [`order by ${column} desc, id desc limit 10`, []],
  })),
  {
    name: 'a common word by title',
    parameters: (n) => ({ q: common(n), sortField: 'title' }),
    bare: (n) => [
      `where search @@ to_tsquery('english', $1) order by title collate "und-x-icu", id limit 10`,
      [common(n)],
    ],
  },
  {
    name: 'tags and types of a common word',
    parameters: (n) => ({ q: common(n), num: '0', countFields: 'tags,type' }),
    bare: (n) => [
      `cross join unnest(tags) as tag where search @@ to_tsquery('english', $1)
        group by tag order by count(*) desc limit 10`,
      [common(n)],
    ],
  },
  {
    name: 'groups by title',
    of: 'portal_group',
    parameters: () => ({ q: '*', sortField: 'title' }),
    bare: () => ['where not is_fav order by title collate "und-x-icu", id limit 10', []],
  },
  {
    name: 'groups of a word',
    of: 'portal_group',
    parameters: (n) => ({ q: theme(n) }),
    bare: (n) => [
      `where search @@ to_tsquery('english', $1) order by title collate "und-x-icu", id limit 10`,
      [theme(n)],
    ],
  },
  {
    name: 'people by name',
    of: 'portal_user',
    parameters: (n) => ({ q: placeName(9_000 + n) }),
    bare: (n) => [
      `where search @@ to_tsquery('simple', $1) order by full_name collate "und-x-icu", username limit 10`,
      [placeName(9_000 + n).toLowerCase()],
    ],
  },
];
