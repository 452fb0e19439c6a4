import { clean } from '../../derive/osm/names.ts';

/** Name tags that may be searched; those with languages besides. */
const nameTags = [
  'name',
  'name:ru',
  'name:kk',
  'name:en',
  'int_name',
  'official_name',
  'alt_name',
  'short_name',
  'loc_name',
  'old_name',
  'uic_name',
];

/** Every name of an element, the signposted one first. */
export function allNames(tags: Record<string, string>): string[] {
  const others = Object.keys(tags).filter((key) =>
    /^(name|alt_name|old_name|official_name|short_name):[a-z]{2,3}$/.test(key),
  );
  const names = [...nameTags, ...others].flatMap((key) => (tags[key] ?? '').split(';')).map(clean);
  return [...new Set(names.filter((name) => name !== undefined))];
}
