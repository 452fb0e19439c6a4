import { useTranslation } from 'react-i18next';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { UndoNotice as Notice } from '../../../ui/undo-notice.tsx';
import { useFormats } from '../../../i18n/index.ts';

export interface UndoNoticeProps {
  /** What was done to the items. */
  task: 'delete' | 'move';
  /** What can be taken back; nothing is shown when there is nothing. */
  items: readonly PortalItem[];
  onUndo: () => void;
  /** The time is over. */
  onOver: () => void;
  /** The notice has gone, or is left by Escape, while it had the focus. */
  onFocusLeft: () => void;
}

/** The time in which deleting or moving items can be undone. What had the focus has gone with the row, the toolbar or the dialog. */
export function UndoNotice({ task, items, ...on }: UndoNoticeProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [first] = items;
  const what =
    items.length === 1 && first
      ? t(`content.${task}.one`, { title: first.title || t('map.untitled') })
      : t(`content.${task}.many`, { number: number(items.length) });
  return (
    <Notice
      done={items.length > 0 ? items : undefined}
      message={what}
      undoLabel={t('content.undo')}
      takesFocus
      {...on}
    />
  );
}
