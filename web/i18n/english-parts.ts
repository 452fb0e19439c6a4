import app from '../app/messages/en.json';
import gallery from '../features/content/gallery/messages/en.json';
import home from '../features/shell/home/messages/en.json';
import common from './messages/en.json';

type Messages = Readonly<Record<string, string>>;

/**
 * The English messages that every page starts with: those of the frame, of home and of the gallery, and of
 * their errors.
 */
export const startMessages = { ...app, ...common, ...gallery, ...home };

/**
 * The parts in which messages are loaded, with their English texts. `others` are those of all views that have
 * no part of their own, loaded after the first view or with the view that needs them.
 * tools/translations/catalogues.ts names the folders of each part.
 */
export const englishParts = {
  start: async (): Promise<Messages> => startMessages,
  others: async (): Promise<Messages> => (await import('./other-messages.ts')).otherMessages,
  administration: async (): Promise<Messages> => {
    const [view, portal, roles] = await Promise.all([
      import('../features/administration/console/messages/en.json'),
      import('../features/administration/console/portal/messages/en.json'),
      import('../features/administration/console/people/roles/messages/en.json'),
    ]);
    return { ...view.default, ...portal.default, ...roles.default };
  },
  accessibility: async (): Promise<Messages> =>
    (await import('../features/shell/accessibility/messages/en.json')).default,
  itemComments: async (): Promise<Messages> =>
    (await import('../features/content/gallery/details/comments/messages/en.json')).default,
  guide: async (): Promise<Messages> => (await import('../features/shell/guide/messages/en.json')).default,
  notifications: async (): Promise<Messages> =>
    (await import('../features/shell/notifications/messages/en.json')).default,
};

export type MessagePart = keyof typeof englishParts;
