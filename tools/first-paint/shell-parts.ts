import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readEnglish, readTranslation, translatedLanguages } from '../translations/catalogues.ts';
import { translatedPercent } from '../translations/plugin.ts';

/** Icons of the header, by their names in `@mui/icons-material`. */
const icons = {
  menu: 'Menu',
  sidebar: 'ViewSidebarOutlined',
  map: 'MapOutlined',
  integrations: 'ExtensionOutlined',
  more: 'ExpandMore',
  commands: 'ManageSearch',
  feedback: 'FeedbackOutlined',
  language: 'Translate',
  dark: 'DarkModeOutlined',
  light: 'LightModeOutlined',
  account: 'PersonOutlined',
} as const;

/** Messages that the server needs, by their keys in the catalogues. */
const texts = [
  'app.name',
  'app.notFound',
  'app.titled',
  'page.needsScripts',
  'header.map',
  'header.integrations',
  'feedback.give',
  'home.welcome',
  'home.welcome.plain',
  'home.newMap',
  'gallery.title',
] as const;

/**
 * What the server draws the header with before any script runs (server/platform/http/draw-shell.ts): the paths of the same
 * icons, and the same messages, in all languages, with how much of the product each has.
 */
export async function shellParts(root: string) {
  const paths = await Promise.all(
    Object.entries(icons).map(async ([name, file]) => {
      const source = await readFile(path.join(root, `node_modules/@mui/icons-material/${file}.mjs`), 'utf8');
      const found = [...source.matchAll(/\bd: "([^"]+)"/g)].map(([, d]) => d);
      if (found.length === 0) throw new Error(`The icon ${file} has no path.`);
      return [name, found.join('')] as const;
    }),
  );
  const read = (messages: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      texts.map((key) => [key, messages[key]]).filter(([, text]) => text !== undefined),
    ) as Record<string, string>;
  const catalogues: Record<string, Record<string, string>> = { en: read(readEnglish()) };
  for (const language of translatedLanguages())
    catalogues[language] = read(readTranslation(language).messages);
  const missing = texts.filter((key) => catalogues['en']?.[key] === undefined);
  if (missing.length > 0) throw new Error(`There is no English message ${missing.join(', ')}.`);
  return { icons: Object.fromEntries(paths), texts: catalogues, translated: translatedPercent() };
}
