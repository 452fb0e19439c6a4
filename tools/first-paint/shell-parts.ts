import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

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
  'app.titled',
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
 * icons, and the same messages, in all languages.
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
  const catalogues: Record<string, Record<string, string>> = {};
  for (const file of globSync('web/**/messages/*.json', { cwd: root })) {
    const messages = JSON.parse(await readFile(path.join(root, file), 'utf8')) as Record<string, string>;
    const language = path.basename(file, '.json');
    for (const key of texts) {
      const text = messages[key];
      if (text !== undefined) (catalogues[language] ??= {})[key] = text;
    }
  }
  const missing = texts.filter((key) => catalogues['en']?.[key] === undefined);
  if (missing.length > 0) throw new Error(`There is no English message ${missing.join(', ')}.`);
  return { icons: Object.fromEntries(paths), texts: catalogues };
}
