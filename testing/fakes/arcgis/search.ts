import type { Group, Item } from './content.ts';
import { type Answer, type Exchange, notPermitted, refuse } from './exchange.ts';
import { presentGroup, presentItem } from './present.ts';
import { parseQuery } from './query-language.ts';

interface Page<Row> {
  total: number;
  start: number;
  num: number;
  nextStart: number;
  results: Row[];
}

/** One page of rows as `start` (from 1) and `num` (at most 100) ask. */
export function paged<Row>({ parameters }: Exchange, rows: readonly Row[], total = rows.length): Page<Row> {
  const start = Math.max(1, Number(parameters.get('start') ?? 1) || 1);
  const num = Math.min(100, Number(parameters.get('num') || 10));
  const results = rows.slice(start - 1, start - 1 + num);
  const next = start + num;
  return { total, start, num, nextStart: next <= rows.length ? next : -1, results };
}

function itemFields(item: Item): Record<string, string | readonly string[] | number> {
  return {
    id: item.id,
    owner: item.owner,
    orgid: item.orgId,
    title: item.title,
    type: item.type,
    typekeywords: item.typeKeywords,
    tags: item.tags,
    snippet: item.snippet ?? '',
    description: item.description ?? '',
    access: item.access,
    group: item.groups,
    ownerfolder: item.ownerFolder ?? 'root',
    created: item.created,
    modified: item.modified,
    numviews: item.numViews,
    categories: item.categories,
  };
}

/** `search` and `content/groups/{id}/search`: past 10,000 results there is an error. */
export function searchItems(exchange: Exchange, inGroup?: Group): Answer {
  const { content, parameters, person, switches } = exchange;
  const q = parameters.get('q') ?? '';
  if (q === '' && !inGroup && !parameters.get('filter'))
    return refuse(400, "'q' parameter must be specified.", 'CONT_0021');
  if (Number(parameters.get('start') ?? 1) > switches.searchLimit)
    return refuse(400, `'start' parameter must be at most ${switches.searchLimit}.`, 'CONT_0004');
  const [matches, filters] = [parseQuery(q), parseQuery(parameters.get('filter') ?? '')];
  const found = [...content.items.values()]
    .filter((item) => content.maySee(item, person) && (!inGroup || item.groups.includes(inGroup.id)))
    .filter((item) => matches(itemFields(item)) && filters(itemFields(item)))
    .filter((item) => meets(item, parameters.get('bbox')) && isIn(item, parameters.get('categories')));
  const sorted = sort(found, parameters.get('sortField'), parameters.get('sortOrder'));
  const total = Math.min(sorted.length, switches.searchLimit);
  const page = paged(exchange, sorted.slice(0, switches.searchLimit), total);
  return { json: { query: q, ...page, results: page.results.map((item) => presentItem(item)) } };
}

function meets({ extent }: Item, bbox: string | null): boolean {
  if (!bbox) return true;
  const [west = 0, south = 0, east = 0, north = 0] = bbox.split(',').map(Number);
  const [[xmin = 0, ymin = 0] = [], [xmax = 0, ymax = 0] = []] = extent;
  return extent.length > 0 && xmin <= east && xmax >= west && ymin <= north && ymax >= south;
}

/** In one of the categories, or below it. */
function isIn({ categories }: Item, requested: string | null): boolean {
  if (!requested) return true;
  const paths = JSON.parse(requested) as string[];
  return paths.some((path) => categories.some((one) => one === path || one.startsWith(`${path}/`)));
}

const sortable: Readonly<Record<string, (item: Item) => string | number>> = {
  title: ({ title }) => title.toLowerCase(),
  created: ({ created }) => created,
  modified: ({ modified }) => modified,
  owner: ({ owner }) => owner.toLowerCase(),
  type: ({ type }) => type.toLowerCase(),
  numviews: ({ numViews }) => numViews,
};

export function sort(items: Item[], field: string | null, order: string | null): Item[] {
  const by = sortable[(field ?? '').toLowerCase()];
  if (!by) return items;
  const sign = order === 'desc' ? -1 : 1;
  return items.toSorted((one, other) => {
    const [left, right] = [by(one), by(other)];
    return left === right ? 0 : left < right ? -sign : sign;
  });
}

export function searchGroups(exchange: Exchange): Answer {
  const { content, parameters, person } = exchange;
  const q = parameters.get('q') ?? '';
  const matches = parseQuery(q);
  const found = [...content.groups.values()].filter(
    (group) =>
      !group.isFav &&
      content.maySeeGroup(group, person) &&
      matches({
        id: group.id,
        title: group.title,
        owner: group.owner,
        orgid: group.orgId,
        access: group.access,
        tags: group.tags,
        snippet: group.snippet ?? '',
      }),
  );
  const page = paged(exchange, found);
  return { json: { query: q, ...page, results: page.results.map((group) => presentGroup(group, person)) } };
}

export function searchPeople(exchange: Exchange): Answer {
  const { content, parameters, person } = exchange;
  if (!person) return notPermitted();
  const q = parameters.get('q') ?? '';
  const matches = parseQuery(q);
  const found = [...content.people.values()]
    .filter(({ orgId }) => orgId === person.orgId)
    .map(({ username, fullName, orgId }) => ({ username, fullName, orgid: orgId }))
    .filter((fields) => matches({ ...fields, title: fields.fullName }));
  return { json: { query: q, ...paged(exchange, found) } };
}
