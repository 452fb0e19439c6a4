import type { TFunction } from 'i18next';
import { isMessageKey } from '../../../i18n/index.ts';
import { detailsAddress } from '../../../context/addresses.ts';
import type { PortalNotification } from '../../../portal/accounts/notifications.ts';

/** A notification as it is listed. */
export interface ReadableNotification {
  text: string;
  /** A second line. */
  detail?: string | undefined;
  /** The address of the item or group it is about. */
  to?: string | undefined;
}

/** The text of a notification by its type. Types that are not known here are shown by the message they have. */
export function readNotification(
  t: TFunction,
  org: string,
  { type, data }: Pick<PortalNotification, 'type' | 'data'>,
): ReadableNotification {
  const value = (...names: string[]) => {
    for (const name of names) {
      const found = data?.[name];
      if (typeof found === 'string' && found.trim() !== '') return found.trim();
    }
    return undefined;
  };
  const group = value('groupTitle') ?? '';
  const item = value('itemTitle') ?? '';
  const from = value('fromUsername', 'username') ?? '';
  const to = addressOf(org, value('itemId'), value('groupId'));
  switch (type) {
    case 'user_invite':
      // The list of groups shows the invitation with its buttons.
      return { text: t('notifications.invited', { group }), to: `/${org}/groups` };
    case 'user_invitation_accepted':
      return { text: t('notifications.accepted', { name: from, group }), to };
    case 'user_invitation_declined':
      return { text: t('notifications.declined', { name: from, group }), to };
    case 'item_comment':
      return { text: t('notifications.comment', { name: from, item }), to: to && `${to}&tab=comments` };
    case 'item_comment_mention':
      return { text: t('notifications.mention', { name: from, item }), to: to && `${to}&tab=comments` };
    case 'item_reassigned':
      return { text: t('notifications.reassigned', { name: from, item }), to };
    case 'map_problems': {
      const problems: unknown[] = Array.isArray(data?.['problems']) ? data['problems'] : [];
      const keys = problems.map((problem) => `gallery.check.${String(problem)}`).filter(isMessageKey);
      const detail = keys.map((key) => t(key as 'gallery.check.dead')).join(' ');
      return { text: t('notifications.mapProblems', { item }), detail: detail || undefined, to };
    }
    case 'account_security': {
      const key = `profile.security.act.${value('act')}`;
      const text = value('subject') ?? t('notifications.other', { type });
      // The messages of the profile may not be loaded yet.
      const known = isMessageKey(key) ? t(key as 'profile.title', { defaultValue: text }) : text;
      return { text: known, to: `/${org}/profile` };
    }
    default: {
      const [subject, message] = [value('subject', 'title'), value('message', 'text')];
      const text = subject ?? message ?? t('notifications.other', { type });
      const sender = from && type === 'message' ? t('notifications.from', { name: from }) : undefined;
      const detail = [subject === undefined ? undefined : message, sender].filter(Boolean).join(' · ');
      return { text, detail: detail || undefined, to };
    }
  }
}

function addressOf(org: string, itemId: string | undefined, groupId: string | undefined) {
  if (itemId !== undefined && /^\w+$/.test(itemId)) return detailsAddress(org, { id: itemId, type: '' });
  if (groupId !== undefined && /^\w+$/.test(groupId)) return `/${org}/groups?group=${groupId}`;
  return undefined;
}
