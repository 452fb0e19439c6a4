import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useConfiguration } from '../../../../context/application-context.ts';
import { createFolder, deleteFolder, renameFolder } from '../../../../portal/user-content.ts';
import type { PortalFolder } from '../../../../portal/portal-types.ts';
import { takeFocus } from '../../../../ui/browser.ts';
import { TaskDialog } from './task-dialog.tsx';

export interface FolderDialogProps {
  task: 'create' | 'rename' | 'delete';
  /** The folder to rename or delete. */
  folder: PortalFolder | undefined;
  username: string;
  /** Called when done, with the folder to open. */
  onDone: (folder: string) => void;
  onClose: () => void;
}

/** Creates, renames or deletes a folder; only an empty one can be deleted. */
export function FolderDialog({ task, folder, username, onDone, onClose }: FolderDialogProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const [name, setName] = useState(task === 'rename' ? (folder?.title ?? '') : '');
  const [problem, setProblem] = useState<ReactNode>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      if (task === 'create') onDone((await createFolder(connection, username, name.trim())).id);
      else if (folder && task === 'rename') {
        await renameFolder(connection, folder, name.trim());
        onDone(folder.id);
      } else if (folder) {
        await deleteFolder(connection, folder);
        onDone('everywhere');
      }
    } catch (error) {
      setProblem(<ErrorMessage error={error} />);
      setBusy(false);
    }
  };
  return (
    <TaskDialog
      title={t(`content.folder.${task}`)}
      action={t(`content.folder.${task}.do`)}
      problem={problem}
      busy={busy}
      ready={task === 'delete' || name.trim() !== ''}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {task === 'delete' ? (
        <span>{t('content.folder.delete.sure', { title: folder?.title ?? '' })}</span>
      ) : (
        <TextField
          inputRef={takeFocus}
          label={t('content.folder.name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { dir: 'auto', maxLength: 250 } }}
        />
      )}
    </TaskDialog>
  );
}
