import administrationPortal from '../features/administration/console/portal/messages/en.json';
import roles from '../features/administration/console/people/roles/messages/en.json';
import itemComments from '../features/content/gallery/details/comments/messages/en.json';
import administration from '../features/administration/console/messages/en.json';
import accessibility from '../features/shell/accessibility/messages/en.json';
import guide from '../features/shell/guide/messages/en.json';
import notifications from '../features/shell/notifications/messages/en.json';
import { startMessages } from './english-parts.ts';
import { otherMessages } from './other-messages.ts';

/**
 * Every message in English, which decides what the other languages must have. Messages are stored beside the features
 * that show them. Pages load them in parts (english-parts.ts).
 */
export const english = {
  ...startMessages,
  ...otherMessages,
  ...administration,
  ...administrationPortal,
  ...roles,
  ...accessibility,
  ...itemComments,
  ...guide,
  ...notifications,
};
