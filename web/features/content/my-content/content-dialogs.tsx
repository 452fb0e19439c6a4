import type { PortalFolder, PortalItem } from '../../../portal/portal-types.ts';
import type { ContentPlace } from './content-place.ts';
import { AddDialog } from './dialogs/add-dialog.tsx';
import { EditDialog } from './dialogs/edit-dialog.tsx';
import { FolderDialog } from './dialogs/folder-dialog.tsx';
import { MoveDialog } from './dialogs/move-dialog.tsx';
import { OwnerDialog } from './dialogs/owner-dialog.tsx';
import { ShareDialog } from './dialogs/share-dialog.tsx';
import type { ItemTask } from './item-task.ts';

/** The target of the open dialog. */
export type OpenDialog =
  | { kind: 'add' }
  | { kind: 'folder'; task: 'create' | 'rename' | 'delete' }
  | { kind: 'items'; task: Exclude<ItemTask, 'delete'>; items: readonly PortalItem[] };

export interface ContentDialogsProps {
  open: OpenDialog;
  username: string;
  place: ContentPlace;
  folders: readonly PortalFolder[];
  onGo: (change: Partial<ContentPlace>) => void;
  /** Called after a change in the portal. */
  onChanged: () => void;
  /** Called after items were moved. @param items their previous state */
  onMoved: (items: readonly PortalItem[]) => void;
  onClose: () => void;
}

/** The dialog that is open. */
export function ContentDialogs({ open, username, place, folders, ...on }: ContentDialogsProps) {
  const folder = folders.find(({ id }) => id === place.folder);
  const done = () => {
    on.onChanged();
    on.onClose();
  };
  if (open.kind === 'add') {
    return <AddDialog username={username} folder={folder?.id ?? ''} onDone={done} onClose={on.onClose} />;
  }
  if (open.kind === 'folder') {
    const goTo = (id: string) => {
      // Clears the search, so that the whole folder is visible.
      on.onGo({ folder: id, text: '' });
      done();
    };
    return (
      <FolderDialog task={open.task} folder={folder} username={username} onDone={goTo} onClose={on.onClose} />
    );
  }
  const [item] = open.items;
  if (open.task === 'edit') return item && <EditDialog item={item} onDone={done} onClose={on.onClose} />;
  const about = {
    items: open.items,
    // The dialog stays open to show the error.
    onDone: (well: boolean) => (well ? done() : on.onChanged()),
    onClose: on.onClose,
  };
  if (open.task === 'move') return <MoveDialog {...about} folders={folders} onMoved={on.onMoved} />;
  if (open.task === 'owner') return <OwnerDialog {...about} />;
  return <ShareDialog {...about} />;
}
