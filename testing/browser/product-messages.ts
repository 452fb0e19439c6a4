import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type Messages = Readonly<Record<string, string>>;

const root = path.resolve(import.meta.dirname, '../..');
const readJson = <Content>(file: string) =>
  JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Content;

const read = new Map<string, Messages>();

/** The messages of the interface in a language, those that it lacks in English. */
export function messagesIn(language: string): Messages {
  const known = read.get(language);
  if (known) return known;
  const found =
    language === 'en'
      ? (Object.assign(
          {},
          ...globSync('{web,integration-kinds}/**/messages/en.json', { cwd: root }).map((file) =>
            readJson<Messages>(file),
          ),
        ) as Messages)
      : {
          ...messagesIn('en'),
          ...readJson<{ messages: Messages }>(`translations/${language}.json`).messages,
        };
  read.set(language, found);
  return found;
}
