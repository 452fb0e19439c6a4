import type { Properties } from '../geometry/types.ts';

const languages = ['en', 'ru', 'kk'] as const;

/** The names of an element: as signposted, and in the languages of the city and English where they are mapped. */
export function namesOf(tags: Record<string, string>): Properties {
  const name = clean(tags.name ?? tags['name:ru'] ?? tags['name:kk'] ?? tags['name:en']);
  if (!name) return {};
  const names: Properties = { name };
  for (const language of languages) {
    const value = clean(tags[`name:${language}`] ?? (language === 'en' ? tags.int_name : undefined));
    if (value && (value !== name || language === 'en')) names[`name:${language}`] = value;
  }
  return names;
}

/** One line, single blanks, without quotation marks around the whole name. */
export function clean(text: string | undefined): string | undefined {
  const line = text?.replace(/\s+/g, ' ').trim();
  const bare = line?.replace(/^["'«“](.*)["'»”]$/, '$1').trim();
  return bare === '' ? undefined : bare;
}
