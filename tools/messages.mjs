// Translations of the interface. English is the source; what another language lacks is shown in English.
//   npm run messages -- check [--release]   reports what each language lacks; fails for a release
//   npm run messages -- missing LANGUAGE    writes missing-LANGUAGE.json for a translator, with the English text to replace
//   npm run messages -- merge FILE          takes a translated file into translations/LANGUAGE.json, also of a new language
//   npm run messages -- reviewed LANGUAGE   marks all merged messages as reviewed by a second person
//   npm run messages -- changed             drops the translations of messages whose English has another meaning now
//   npm run messages -- reworded            keeps them, because the meaning of the English is the same
//   npm run messages -- american            writes translations/en-US.json: the English messages that are spelled in another way there
//   npm run messages -- table               writes the table of docs/languages.md
//   npm run messages -- sort                sorts the files of translations/ and removes messages that English no longer has
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLanguage } from '../wire/languages.ts';
import { root, say } from './install.mjs';
import {
  missingMessages,
  percentTranslated,
  readEnglish,
  readTranslation,
  requiredMessages,
  translatedLanguages,
  translationErrors,
  translationFile,
} from './translations/catalogues.ts';
import {
  changedMessages,
  readTranslatedTexts,
  unrecordedMessages,
  withoutMessages,
  withTexts,
  writeTranslatedTexts,
} from './translations/changed-english.ts';
import { american, americanMessages } from './translations/american-english.ts';
import { halfEnglish } from './translations/half-english.ts';
import { leftInEnglish } from './translations/left-in-english.ts';
import { languagesTable } from './translations/table.ts';

const languagesFile = path.join(root, 'docs/languages.md');

/** Writes the table of languages into its document. */
function writeTable() {
  const text = readFileSync(languagesFile, 'utf8');
  writeFileSync(
    languagesFile,
    text.replace(
      /(<!-- languages: [^>]*-->\n)[^]*(<!-- \/languages -->)/,
      (_all, start, end) => `${start}\n${languagesTable()}\n\n${end}`,
    ),
  );
}

function fail(text) {
  console.error(text);
  process.exit(1);
}

/** Reports what each language lacks; fails when English has changed since it was translated. */
function check(release) {
  const english = readEnglish();
  const changed = changedMessages(english, readTranslatedTexts());
  if (changed.length > 0)
    fail(
      `The English of these messages has changed since they were translated: ${changed.join(', ')}\n` +
        'Run `npm run messages -- changed` to have them translated again, or `-- reworded` if they mean the same.',
    );
  const unrecorded = unrecordedMessages(
    english,
    readTranslatedTexts(),
    translatedLanguages().map(readTranslation),
  );
  if (unrecorded.length > 0)
    fail(
      `tools/translations/translated-texts.json lacks these translated messages: ${unrecorded.join(', ')}`,
    );
  const languages = translatedLanguages();
  let lacking = 0;
  for (const language of languages) {
    const translation = readTranslation(language);
    const { messages } = translation;
    const left = language === american ? [] : leftInEnglish(english, translation);
    if (left.length > 0)
      fail(
        `${translationFile(language)} has these messages in English: ${left.join(', ')}\n` +
          'Translate them, or add their words to `shared` where the language has the same.',
      );
    const keys = Object.keys(missingMessages(english, messages, language));
    lacking += keys.length;
    if (keys.length > 0)
      say(
        `${language}: ${percentTranslated(english, messages, language)} %, ${keys.length} messages in English, such as ${keys.slice(0, 3).join(', ')}`,
      );
  }
  const half = halfEnglish(languages.map(readTranslation));
  if (half.length > 0)
    fail(
      `These messages contain English words: ${half.join(', ')}\n` +
        'Translate them, or add them to `shared` of the language where it writes them in Latin letters.',
    );
  if (lacking === 0) say(`${languages.length + 1} languages have every message`);
  else if (release) fail('Translate these messages before a release: npm run messages -- missing LANGUAGE');
}

const readOrNew = (language) =>
  existsSync(translationFile(language)) ? readTranslation(language) : { language, messages: {} };

function writeMissing(language) {
  const missing = missingMessages(readEnglish(), readOrNew(language).messages, language);
  const file = `missing-${language}.json`;
  writeFileSync(file, `${JSON.stringify({ language, messages: missing }, null, 2)}\n`);
  say(
    `${file}: ${Object.keys(missing).length} messages. Replace the English texts, then: npm run messages -- merge ${file}`,
  );
}

/** Writes a language's file with its messages in the order of their keys, without those that English no longer has. */
function write(translation) {
  const required = requiredMessages(readEnglish(), translation.language);
  const keys = Object.keys(translation.messages)
    .filter((key) => required.has(key))
    .toSorted();
  const messages = Object.fromEntries(keys.map((key) => [key, translation.messages[key]]));
  const unreviewed = translation.unreviewed?.filter((key) => keys.includes(key)).toSorted();
  writeFileSync(
    translationFile(translation.language),
    `${JSON.stringify({ ...translation, ...(unreviewed && { unreviewed }), messages }, null, 2)}\n`,
  );
}

function merge(file) {
  const { language, messages } = JSON.parse(readFileSync(file, 'utf8'));
  if (!isTag(language)) fail(`${file}: “${language}” is not the tag of a language.`);
  const errors = translationErrors(readEnglish(), messages, language);
  if (errors.length > 0) fail(errors.join('\n'));
  const known = readOrNew(language);
  const keys = Object.keys(messages);
  // The translation of another English is to be read again.
  const unreviewed = known.reviewed && { unreviewed: [...new Set([...(known.unreviewed ?? []), ...keys])] };
  write({ ...known, ...unreviewed, messages: { ...known.messages, ...messages } });
  record(keys);
  say(`${language}: ${Object.keys(messages).length} messages merged`);
}

function markReviewed(language) {
  const { unreviewed: _read, ...translation } = readTranslation(language);
  write({ ...translation, reviewed: true });
}

/** Records the present English of messages as translated. */
function record(keys) {
  const english = readEnglish();
  writeTranslatedTexts(withTexts(readTranslatedTexts(), english, keys), english);
}

/** Accepts the changed English; its translations are dropped or kept. */
function acceptChanges(keepTranslations) {
  const changed = changedMessages(readEnglish(), readTranslatedTexts());
  if (!keepTranslations)
    for (const language of translatedLanguages()) {
      const translation = readTranslation(language);
      write({ ...translation, messages: withoutMessages(translation.messages, changed) });
    }
  record(changed);
  say(`${changed.length} messages: ${keepTranslations ? 'translations kept' : 'to be translated again'}`);
}

function isTag(language) {
  try {
    // The canonical name of some, such as tl, is another.
    return language !== 'en' && (isLanguage(language) || Intl.getCanonicalLocales(language)[0] === language);
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, argument] = process.argv.slice(2);
  if (command === 'check') check(argument === '--release');
  else if (command === 'missing' && isTag(argument)) writeMissing(argument);
  else if (command === 'merge' && argument) merge(argument);
  else if (command === 'reviewed' && isTag(argument)) markReviewed(argument);
  else if (command === 'changed') acceptChanges(false);
  else if (command === 'reworded') acceptChanges(true);
  else if (command === 'table') writeTable();
  else if (command === 'american')
    write({ ...readOrNew(american), messages: americanMessages(readEnglish()) });
  else if (command === 'sort') translatedLanguages().forEach((language) => write(readTranslation(language)));
  else
    fail(
      'Usage: npm run messages -- check [--release] | missing LANGUAGE | merge FILE | changed | reworded | american | sort | table',
    );
}
