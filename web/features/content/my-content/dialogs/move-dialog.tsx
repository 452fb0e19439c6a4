import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../../context/application-context.ts';
import { moveItem } from '../../../../portal/change-items.ts';
import type { PortalFolder, PortalItem } from '../../../../portal/portal-types.ts';
import { Choice } from '../../../../ui/choice.tsx';
import { folderOf } from '../use-moves.ts';
import { useBatch, useReason } from '../use-batch.ts';
import { type ItemsDialogProps, TaskDialog, useItemsTitle } from './task-dialog.tsx';

/** Moves items into a folder, or out of every one. */
export function MoveDialog({
  items,
  folders,
  onMoved,
  onDone,
  onClose,
}: ItemsDialogProps & {
  folders: readonly PortalFolder[];
  /** @param items the previous state of the moved items */
  onMoved: (items: readonly PortalItem[]) => void;
}) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const title = useItemsTitle('move', items);
  const batch = useBatch(useReason());
  const [folder, setFolder] = useState('/');
  const submit = async () => {
    const moved: PortalItem[] = [];
    const well = await batch.run(items, async (item) => {
      await moveItem(connection, item, folder);
      if (folderOf(item) !== folder) moved.push(item);
    });
    onMoved(moved);
    onDone(well);
  };
  return (
    <TaskDialog
      title={title}
      action={t('content.task.move')}
      batch={batch}
      ready={items.some((item) => folderOf(item) !== folder)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Choice
        label={t('content.folder')}
        value={folder}
        options={[
          ['/', t('content.folder.root')],
          ...folders.map(({ id, title: name }) => [id, name] as const),
        ]}
        onChoose={setFolder}
      />
    </TaskDialog>
  );
}
