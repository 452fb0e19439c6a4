import { createHash } from 'node:crypto';
import { choices, type Choices } from './random-numbers.ts';
import { categories, itemTypes, kinds, placeName, themes } from './vocabulary.ts';

/** Numbers of everything, in the proportions of a large portal. */
export interface ContentSize {
  items: number;
  people: number;
  groups: number;
}

/** A hundredth as many users as items and half as many groups as users: 1,000,000, 10,000 and 5,000. */
export function contentSize(items: number): ContentSize {
  return { items, people: Math.max(2, Math.ceil(items / 100)), groups: Math.max(1, Math.ceil(items / 200)) };
}

export interface GeneratedItem {
  id: string;
  owner: string;
  type: string;
  title: string;
  snippet: string;
  description: string;
  tags: string[];
  typeKeywords: string[];
  categories: string[];
  extent: { west: number; south: number; east: number; north: number } | undefined;
  access: 'private' | 'org' | 'public';
  views: number;
  ratings: number;
  rating: number;
  bytes: number;
  createdAt: number;
  modifiedAt: number;
  /** Ids of groups it is shared with. */
  groups: string[];
}

export interface GeneratedGroup {
  id: string;
  title: string;
  owner: string;
  access: 'private' | 'org' | 'public';
  tags: string[];
  /** Usernames besides the owner. */
  members: string[];
}

/** User 0 is the administrator. */
export const username = (index: number): string => `person${index}`;
export const groupId = (index: number): string => id('group', index);
export const itemId = (index: number): string => id('item', index);

function id(kind: string, index: number): string {
  return createHash('md5').update(`${kind} ${index}`).digest('hex');
}

/** Groups with 3 to some 60 members, of whom a few users are in very many. */
export function* generatedGroups({ groups, people }: ContentSize): Generator<GeneratedGroup> {
  const choose = choices(11);
  for (let index = 0; index < groups; index += 1) {
    const owner = choose.below(people);
    const members = new Set<number>();
    for (let n = 3 + choose.skewed(60); n > 0; n -= 1) members.add(choose.skewed(people));
    members.delete(owner);
    yield {
      id: groupId(index),
      title: `${placeName(index)} ${choose.favour(themes)} team`,
      owner: username(owner),
      access: choose.random() < 0.2 ? 'public' : choose.random() < 0.4 ? 'org' : 'private',
      tags: some(choose, themes, 3),
      members: [...members].map(username),
    };
  }
}

const start = Date.UTC(2016, 0, 1);
const day = 86_400_000;

/**
 * Items as users of a city, a region and a country make them, half of them within three years, few of them
 * well documented.
 */
export function* generatedItems({ items, people, groups }: ContentSize): Generator<GeneratedItem> {
  const choose = choices(13);
  for (let index = 0; index < items; index += 1) {
    const theme = choose.favour(themes);
    const place = placeName(choose.skewed(8_000));
    const [type, typeKeywords] = choose.favour(itemTypes);
    const createdAt = start + Math.floor(Math.sqrt(choose.random()) * 3_600 * day);
    const access = choose.random() < 0.25 ? 'public' : choose.random() < 0.5 ? 'org' : 'private';
    const shared = choose.random() < (access === 'private' ? 0.3 : 0.4) ? 1 + choose.skewed(3) : 0;
    const rated = choose.random() < 0.1 ? 1 + choose.skewed(40) : 0;
    yield {
      id: itemId(index),
      owner: username(choose.skewed(people)),
      type,
      title: `${place} ${theme} ${choose.favour(kinds)}${choose.random() < 0.3 ? ` ${2016 + choose.below(10)}` : ''}`,
      snippet: choose.random() < 0.6 ? sentence(choose, 12) : '',
      description: choose.random() < 0.5 ? sentence(choose, 50) : '',
      tags: [theme, place, ...(choose.random() < 0.7 ? [choose.pick(themes), choose.pick(themes)] : [])],
      typeKeywords: [...typeKeywords],
      categories: choose.random() < 0.6 ? some(choose, categories, 2) : [],
      extent: choose.random() < 0.9 ? extent(choose) : undefined,
      access,
      views: Math.floor(choose.random() ** 8 * 50_000),
      ratings: rated,
      rating: rated === 0 ? 0 : Math.round((2 + choose.random() * 3) * 100) / 100,
      bytes: Math.floor(choose.random() ** 6 * 5e7),
      createdAt,
      modifiedAt: createdAt + Math.floor(choose.random() ** 3 * 300 * day),
      groups: [
        ...new Set(Array.from({ length: groups === 0 ? 0 : shared }, () => groupId(choose.skewed(groups)))),
      ],
    };
  }
}

/** Ordinary words, with an occasional place name. */
function sentence(choose: Choices, max: number): string {
  const written: string[] = [];
  for (let n = 4 + choose.below(max); n > 0; n -= 1) {
    const share = choose.random();
    if (share < 0.5) written.push(choose.pick(themes));
    else if (share < 0.8) written.push(choose.favour(kinds));
    else written.push(placeName(choose.skewed(8_000)));
  }
  return written.join(' ');
}

function some<Item>(choose: Choices, from: readonly Item[], max: number): Item[] {
  return [...new Set(Array.from({ length: 1 + choose.below(max) }, () => choose.favour(from)))];
}

/** Most cover a district, some a city, few a region or the country; around a thousand towns. */
function extent(choose: Choices): NonNullable<GeneratedItem['extent']> {
  const town = choices(choose.skewed(1_000) + 1_000);
  const [x, y] = [47 + town.random() * 38, 41 + town.random() * 13];
  const size = 0.01 * 10 ** (3.4 * choose.random() ** 3);
  const [dx, dy] = [(choose.random() - 0.5) * 0.2, (choose.random() - 0.5) * 0.2];
  return {
    west: Math.max(-180, x + dx - size / 2),
    south: Math.max(-90, y + dy - size / 2),
    east: Math.min(180, x + dx + size / 2),
    north: Math.min(90, y + dy + size / 2),
  };
}
