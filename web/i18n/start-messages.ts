import app from '../app/messages/en.json';
import gallery from '../features/content/gallery/messages/en.json';
import commands from '../features/shell/commands/messages/en.json';
import home from '../features/shell/home/messages/en.json';
import common from './messages/en.json';

/**
 * The English messages that every page starts with: those of the frame, of home and of the gallery, and of errors. The
 * others (english.ts) are loaded after the first view, or with the view that needs them.
 */
export const startMessages: Readonly<Record<string, string>> = {
  ...app,
  ...commands,
  ...common,
  ...gallery,
  ...home,
};

type Catalogues = Record<string, () => Promise<Record<string, string>>>;

/** The same files in other languages. */
const startCatalogues: Catalogues = import.meta.glob<Record<string, string>>(
  [
    './messages/*.json',
    '../app/messages/*.json',
    '../features/shell/{commands,home}/messages/*.json',
    '../features/content/gallery/messages/*.json',
    '!../**/messages/en.json',
  ],
  { import: 'default' },
);

const otherCatalogues: Catalogues = import.meta.glob<Record<string, string>>(
  [
    '../**/messages/*.json',
    '../../integration-kinds/*/messages/*.json',
    '!../../integration-kinds/*/messages/en.json',
    '!./messages/*.json',
    '!../app/messages/*.json',
    '!../features/shell/{commands,home}/messages/*.json',
    '!../features/content/gallery/messages/*.json',
    '!../**/messages/en.json',
  ],
  { import: 'default' },
);

/** The messages of a language other than English: those of the start, or the others. */
export async function loadCatalogue(
  language: string,
  part: 'start' | 'others',
): Promise<Record<string, string>> {
  const catalogues = part === 'start' ? startCatalogues : otherCatalogues;
  const files = Object.entries(catalogues).filter(([file]) => file.endsWith(`/${language}.json`));
  return Object.assign({}, ...(await Promise.all(files.map(([, load]) => load()))));
}
