import { useTranslation } from 'react-i18next';
import type { PortalItem } from '../../../../portal/portal-types.ts';
import { useFormats } from '../../../../i18n/index.ts';
import type { ItemTask } from '../item-task.ts';

/** Props of every dialog about items. */
export interface ItemsDialogProps {
  items: readonly PortalItem[];
  /** @param well whether everything succeeded, so that the dialog may close */
  onDone: (well: boolean) => void;
  onClose: () => void;
}

/** “Move: Parks”, “Move: 3 items”. */
export function useItemsTitle(task: ItemTask, items: readonly PortalItem[]): string {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [only] = items;
  const what =
    items.length === 1 && only
      ? only.title || t('map.untitled')
      : t('content.selection.count', { number: number(items.length) });
  return `${t(`content.task.${task}`)}: ${what}`;
}
