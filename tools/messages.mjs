// Translations of the interface. English is the source; what another language lacks is shown in English.
//   npm run messages -- check [--release]   reports what each language lacks; fails for a release
//   npm run messages -- missing LANGUAGE    writes missing-LANGUAGE.json for a translator, with the English text to replace
//   npm run messages -- merge FILE          takes a translated file back into the catalogues
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, say } from './install.mjs';

const pluralForm = /_(zero|one|two|few|many|other)$/;
const baseOf = (key) => key.replace(pluralForm, '');

/**
 * The keys a language needs, each with the English text to translate: every message, and of a message with a count every
 * plural form of the language (https://cldr.unicode.org/index/cldr-spec/plural-rules).
 * @param {Record<string, string>} english
 * @param {string} language BCP 47
 * @returns {Map<string, string>}
 */
export function requiredMessages(english, language) {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const required = new Map();
  for (const [key, text] of Object.entries(english)) {
    if (!pluralForm.test(key)) required.set(key, text);
    else
      for (const form of forms)
        required.set(
          `${baseOf(key)}_${form}`,
          english[`${baseOf(key)}_${form}`] ?? english[`${baseOf(key)}_other`] ?? text,
        );
  }
  return required;
}

/**
 * The missing messages of a language, with the English text.
 * @param {Record<string, string>} english
 * @param {Record<string, string>} translated
 * @param {string} language
 * @returns {Record<string, string>}
 */
export function missingMessages(english, translated, language) {
  return Object.fromEntries(
    [...requiredMessages(english, language)].filter(([key]) => !translated[key]?.trim()),
  );
}

/**
 * Validates a translator's messages.
 * @param {Record<string, string>} english
 * @param {Record<string, string>} translated
 * @param {string} language
 * @returns {string[]} one sentence for each invalid one
 */
export function translationErrors(english, translated, language) {
  const required = requiredMessages(english, language);
  return Object.entries(translated).flatMap(([key, text]) => {
    const original = required.get(key);
    if (original === undefined) return [`${key}: English has no such message.`];
    if (typeof text !== 'string' || text.trim() === '') return [`${key}: The translation is empty.`];
    if (placeholders(text) !== placeholders(original))
      return [`${key}: The placeholders differ. English has: ${placeholders(original) || 'none'}.`];
    return [];
  });
}

function placeholders(text) {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([all]) => all)
    .toSorted()
    .join(' ');
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
/** Every catalogue of the interface: `messages/LANGUAGE.json` beside the code that shows the messages. */
const files = ['web', 'integration-kinds'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .filter((file) => /(^|[\\/])messages[\\/][\w-]+\.json$/.test(file))
    .map((file) => path.join(root, folder, file)),
);
const languageOf = (file) => path.basename(file, '.json');
const catalogueFiles = (language) => files.filter((file) => languageOf(file) === language);
const readCatalogue = (language) => Object.assign({}, ...catalogueFiles(language).map(readJson));
const languages = () =>
  [...new Set(files.map(languageOf))].filter((language) => language !== 'en').toSorted();

function fail(text) {
  console.error(text);
  process.exit(1);
}

/** Reports what each language lacks. */
function check(release) {
  const english = readCatalogue('en');
  let lacking = 0;
  for (const language of languages()) {
    const keys = Object.keys(missingMessages(english, readCatalogue(language), language));
    lacking += keys.length;
    if (keys.length > 0)
      say(`${language}: ${keys.length} messages in English, such as ${keys.slice(0, 3).join(', ')}`);
  }
  if (lacking === 0) say(`${languages().length + 1} languages have every message`);
  else if (release) fail('Translate these messages before a release: npm run messages -- missing LANGUAGE');
}

function writeMissing(language) {
  const missing = missingMessages(readCatalogue('en'), readCatalogue(language), language);
  const file = `missing-${language}.json`;
  writeFileSync(file, `${JSON.stringify({ language, messages: missing }, null, 2)}\n`);
  say(
    `${file}: ${Object.keys(missing).length} messages. Replace the English texts, then: npm run messages -- merge ${file}`,
  );
}

/** Writes each message to the file that has it in English, in the English order. */
function merge(file) {
  const { language, messages } = readJson(file);
  if (!languages().includes(language)) fail(`${file}: “${language}” is not a language of the interface.`);
  const english = readCatalogue('en');
  const errors = translationErrors(english, messages, language);
  if (errors.length > 0) fail(errors.join('\n'));
  for (const part of catalogueFiles('en')) {
    const source = readJson(part);
    const target = path.join(path.dirname(part), `${language}.json`);
    const present = files.includes(target) ? readJson(target) : {};
    const known = { ...present, ...messages };
    const ordered = [...requiredMessages(source, language).keys()].filter((key) => known[key] !== undefined);
    const next = Object.fromEntries(ordered.map((key) => [key, known[key]]));
    writeFileSync(target, `${JSON.stringify(next, null, 2)}\n`);
  }
  say(`${language}: ${Object.keys(messages).length} messages merged`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, argument] = process.argv.slice(2);
  if (command === 'check') check(argument === '--release');
  else if (command === 'missing' && languages().includes(argument)) writeMissing(argument);
  else if (command === 'merge' && argument) merge(argument);
  else fail(`Usage: npm run messages -- check | missing ${languages().join('|')} | merge FILE`);
}
