import { directionOf, isComplete, type Language, nativeName, writtenTag } from '../../wire/languages.ts';
import { readTranslation, translatedLanguages, type Translation } from './catalogues.ts';
import { translatedPercent } from './plugin.ts';

/** The table of docs/languages.md: every language with messages, in the order of their English names. */
export function languagesTable(): string {
  const translated = translatedPercent();
  const names = new Intl.DisplayNames(['en'], { type: 'language', style: 'short' });
  const scripts = new Intl.DisplayNames(['en'], { type: 'script' });
  const rows = ['en', ...translatedLanguages()]
    .map((tag) => ({ tag, name: names.of(tag) ?? tag }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ tag, name }) => [
      name,
      nativeName(tag),
      `\`${tag}\``,
      tag in translated && !isComplete(tag as Language, translated) ? 'partly' : 'yes',
      tag === 'en' ? 'yes' : reviewed(readTranslation(tag)),
      scripts.of(new Intl.Locale(writtenTag(tag)).maximize().script ?? '') ?? '',
      directionOf(tag) === 'rtl' ? 'right to left' : 'left to right',
    ]);
  const lines = [['Language', 'Name', 'Tag', 'Complete', 'Reviewed', 'Script', 'Direction'], ...rows];
  const [head = '', ...body] = lines.map((cells) => `| ${cells.join(' | ')} |`);
  return [head, '| --- | --- | --- | --- | --- | --- | --- |', ...body].join('\n');
}

function reviewed({ reviewed: isReviewed, unreviewed = [] }: Translation): string {
  if (!isReviewed) return 'no';
  return unreviewed.length === 0 ? 'yes' : `but for ${unreviewed.length}`;
}
