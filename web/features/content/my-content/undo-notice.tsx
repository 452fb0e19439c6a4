import { useTranslation } from 'react-i18next';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { UndoNotice as Notice } from '../../../ui/undo-notice.tsx';
import { useFormats, useItemTexts } from '../../../i18n/index.ts';

export interface UndoNoticeProps {
  /** What was done to the items. */
  task: 'delete' | 'move';
  /** The action that can be undone; without one, nothing is shown. */
  items: readonly PortalItem[];
  onUndo: () => void;
  /** Called when the time limit expires. */
  onOver: () => void;
  /** Called when the notice closes, or is left with Escape, while focused. */
  onFocusLeft: () => void;
}

/**
 * The undo notice for deleting or moving items. The focused element was removed with the row, the toolbar or the
 * dialog.
 */
export function UndoNotice({ task, items, ...on }: UndoNoticeProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { titleOf } = useItemTexts();
  const [first] = items;
  const what =
    items.length === 1 && first
      ? t(`content.${task}.one`, { title: titleOf(first) })
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
