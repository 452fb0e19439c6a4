import app from '../app/messages/en.json';
import gallery from '../features/content/gallery/messages/en.json';
import commands from '../features/shell/commands/messages/en.json';
import home from '../features/shell/home/messages/en.json';
import common from './messages/en.json';

/**
 * The English messages that every page starts with: those of the frame, of home and of the gallery, and of errors. The
 * others (english.ts) are loaded after the first view, or with the view that needs them. `startFolders` of
 * tools/translations/catalogues.ts names the same files.
 */
export const startMessages: Readonly<Record<string, string>> = {
  ...app,
  ...commands,
  ...common,
  ...gallery,
  ...home,
};
