import { baseOf, defaultLanguage, isLanguage, type Language, locales } from './locales.ts';

/** Older tags of browsers and portals for supported languages. */
const aliases: Readonly<Record<string, Language>> = {
  iw: 'he',
  in: 'id',
  no: 'nb',
  fil: 'tl',
  kmr: 'ku',
  sh: 'sr',
  'zh-hant': 'zh-TW',
  'zh-hans': 'zh-CN',
};

/**
 * The first supported preference: `?lang=`, then an earlier choice, then the browser's languages; else English, or the
 * first allowed one.
 *
 * @param wishes tags in order of preference; unknown and empty ones are skipped
 * @param allowed tags the organisation offers; empty means all
 */
export function chooseLanguage(
  wishes: readonly (string | null | undefined)[],
  allowed: readonly string[] = [],
): Language {
  const offered = offeredLanguages(allowed);
  for (const wish of wishes) {
    const found = wish && closest(wish, offered);
    if (found) return found;
  }
  return offered.includes(defaultLanguage) ? defaultLanguage : (offered[0] ?? defaultLanguage);
}

/** The languages an organisation offers: the supported ones it names, else all. */
export function offeredLanguages(allowed: readonly string[]): Language[] {
  const all = Object.keys(locales) as Language[];
  const named = allowed.map((tag) => closest(tag, all)).filter((tag) => tag !== undefined);
  return named.length > 0 ? [...new Set(named)] : all;
}

/** The tag itself, else another form of the same language: `nl-BE` reads `nl`, `pt` reads `pt-BR`. */
function closest(wish: string, offered: readonly Language[]): Language | undefined {
  const tag = canonical(wish);
  if (!tag) return undefined;
  const script = tag.split('-').slice(0, 2).join('-').toLowerCase();
  const known = isLanguage(tag) ? tag : (aliases[script] ?? aliases[baseOf(tag)]);
  if (known && offered.includes(known)) return known;
  return (
    offered.find((language) => language === baseOf(tag)) ??
    offered.find((language) => baseOf(language) === baseOf(tag))
  );
}

/** `PT_br` as `pt-BR`; undefined if it is not a language tag. */
function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}
