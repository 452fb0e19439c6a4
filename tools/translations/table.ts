import { directionOf, isComplete, type Language, nativeName, writtenTag } from '../../wire/languages.ts';
import { readTranslation, translatedLanguages } from './catalogues.ts';
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
      tag === 'en' || readTranslation(tag).reviewed ? 'yes' : 'no',
      scripts.of(new Intl.Locale(writtenTag(tag)).maximize().script ?? '') ?? '',
      directionOf(tag) === 'rtl' ? 'right to left' : 'left to right',
    ]);
  const lines = [['Language', 'Name', 'Tag', 'Complete', 'Reviewed', 'Script', 'Direction'], ...rows];
  const [head = '', ...body] = lines.map((cells) => `| ${cells.join(' | ')} |`);
  return [head, '| --- | --- | --- | --- | --- | --- | --- |', ...body].join('\n');
}
