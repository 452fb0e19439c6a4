import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { NoNewItemsNotice } from '../../../context/no-new-items-notice.tsx';
import { usePageName } from '../../../context/page-frame.ts';
import { useFormats } from '../../../i18n/index.ts';
import { capabilitiesOf } from '../../../portal/capabilities.ts';
import { MappingError } from '../../../../wire/errors.ts';
import type { SharedMapSummary } from '../../../../wire/shared-map.ts';
import { listSharedMapsUsing } from '../../../api/maps.ts';
import { findUsed, type UsedItem } from '../../../portal/item-details.ts';
import type { PortalFolder, PortalItem } from '../../../portal/portal-types.ts';
import { Page } from '../../../ui/page.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { radii, sizes } from '../../../ui/sizes.ts';
import { SignInFirst } from '../../../ui/sign-in-first.tsx';
import type { ContentPlace } from './content-place.ts';
import { AddDialog } from './dialogs/add-dialog.tsx';
import { DeleteDialog } from './dialogs/delete-dialog.tsx';
import { EditDialog } from './dialogs/edit-dialog.tsx';
import { FolderDialog } from './dialogs/folder-dialog.tsx';
import { MoveDialog } from './dialogs/move-dialog.tsx';
import { OwnerDialog } from './dialogs/owner-dialog.tsx';
import { ShareDialog } from './dialogs/share-dialog.tsx';
import { TaskFailures } from './dialogs/task-dialog.tsx';
import { FolderBar } from './folder-bar.tsx';
import { ContentList } from './listing/content-list.tsx';
import type { ItemTask } from './listing/use-item-tasks.ts';
import { StorageLine } from './storage/storage-line.tsx';
import { UndoNotice } from './undo-notice.tsx';
import { useReason } from './use-batch.ts';
import { useContent, useContentChanged, useContentPlace } from './use-content.ts';
import { useDeletion } from './use-deletion.ts';
import { useMoves } from './use-moves.ts';

/**
 * The user's content in the portal: folders, items and their actions (docs/product.md#my-content).
 * @param props.actions further ways to add something, beside “Add”
 */
export function ContentView({ actions }: { actions?: ReactNode }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { isAuthorizing, portal, signIn, user } = useIdentity();
  const { createItems } = capabilitiesOf(user, portal);
  const [place, go] = useContentPlace();
  usePageName(t('content.title'));
  const { who, known, pages, content } = useContent(place);
  const changed = useContentChanged();
  const reason = useReason();
  const deletion = useDeletion(changed, reason);
  const moves = useMoves(changed, reason);
  const list = useRef<HTMLElement>(null);
  const { org, connection } = useConfiguration();
  const navigate = useNavigate();
  const [open, setOpen] = useState<OpenDialog>();
  const folders = content.data?.folders ?? [];
  const found = content.isPlaceholderData ? undefined : content.data?.total;
  // An old link, or everything on the last page was deleted: go to the last existing page.
  const beyond = content.data !== undefined && !content.isPlaceholderData && place.page > pages;
  useEffect(() => {
    if (beyond) go({ page: pages }, { replace: true });
  }, [beyond, go, pages]);
  /** Ids of items of which it is not known yet who uses them. */
  const asking = useRef(new Set<string>());
  const askToDelete = async (chosen: readonly PortalItem[]) => {
    const items = chosen.filter(({ id }) => !asking.current.has(id));
    if (items.length === 0) return;
    for (const { id } of items) asking.current.add(id);
    deletion.forgetFailure();
    try {
      const [used, shared] = await Promise.all([
        findUsed(connection, items),
        listSharedMapsUsing(org, items).catch(noneIfRefused),
      ]);
      if (used.length + shared.length === 0) deletion.begin(items);
      else setOpen({ kind: 'delete', items, used, shared });
    } catch (error) {
      // Others may use them.
      deletion.fail(items, error);
    } finally {
      for (const { id } of items) asking.current.delete(id);
    }
  };
  const begin = (task: ItemTask, items: readonly PortalItem[]) => {
    if (task === 'copy') {
      void navigate(`/${org}/copy?items=${items.map(({ id }) => id).join(',')}`);
    } else if (task === 'delete') {
      moves.forget();
      void askToDelete(items);
    } else setOpen({ kind: 'items', task, items });
  };

  if (known && !who && !isAuthorizing)
    return (
      <SignInFirst
        title={t('content.title')}
        reason={t('content.signIn')}
        signIn={t('session.signIn')}
        authorizing={t('session.authorizing')}
        isAuthorizing={isAuthorizing}
        onSignIn={() => void signIn()}
      />
    );
  const deleting = deletion.undoable.length > 0;
  const add = () => setOpen({ kind: 'add' });
  const noteMoved = (items: readonly PortalItem[]) => {
    deletion.finish();
    moves.begin(items);
  };
  return (
    <Page>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
          <Box sx={heading}>
            <Typography variant="h1">{t('content.title')}</Typography>
            {/* Mounted before it has text, so that screen readers announce the text. */}
            <Typography component="output" color="textSecondary">
              {place.text && found ? t('content.search.found', { number: number(found) }) : ''}
            </Typography>
          </Box>
          {actions}
          {createItems && (
            <Button variant="contained" startIcon={<Add />} onClick={add} sx={{ minHeight: sizes.touch }}>
              {t('content.add')}
            </Button>
          )}
        </Box>
        {user && !createItems && <NoNewItemsNotice />}
        <StorageLine username={who} />
        <ContentSearch place={place} onGo={go} />
        <FolderBar
          place={place}
          folders={folders}
          changeable={createItems}
          onGo={go}
          onFolder={(task) => setOpen({ kind: 'folder', task })}
        />
        {deletion.failure && (
          <TaskFailures
            message={t('content.delete.failed', {
              count: deletion.failure.of,
              failed: deletion.failure.items.length,
              of: deletion.failure.of,
            })}
            failures={deletion.failure.items}
            onClose={deletion.forgetFailure}
          />
        )}
        {moves.failures.length > 0 && (
          <TaskFailures
            message={t('content.partly', { number: moves.failures.length })}
            failures={moves.failures}
            onClose={moves.forgetFailures}
          />
        )}
      </Box>
      <Box component="section" ref={list} tabIndex={-1} aria-label={t('content.title')} sx={ring}>
        {/* Moved items are no longer selected. */}
        <ContentList
          key={moves.times}
          content={content}
          hidden={deletion.pending}
          place={place}
          pages={pages}
          onGo={go}
          onTask={begin}
          onAdd={createItems ? add : undefined}
        />
      </Box>
      {open && (
        <ContentDialogs
          open={open}
          username={who}
          place={place}
          folders={folders}
          onGo={go}
          onChanged={() => void changed()}
          onMoved={noteMoved}
          onDelete={deletion.begin}
          onClose={() => setOpen(undefined)}
        />
      )}
      <UndoNotice
        task={deleting ? 'delete' : 'move'}
        items={deleting ? deletion.undoable : moves.moved}
        onUndo={deleting ? deletion.undo : moves.undo}
        onOver={deleting ? deletion.finish : moves.forget}
        onFocusLeft={() => list.current?.focus()}
      />
    </Page>
  );
}

/** People whom the server does not know, as those of a portal that it cannot reach, share no maps by link. */
function noneIfRefused(error: unknown): SharedMapSummary[] {
  if (error instanceof MappingError && [401, 403, 404].includes(error.status)) return [];
  throw error;
}

const heading = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 2,
  flex: { xs: '1 0 100%', sm: 1 },
} as const;

// The list as a whole can have the focus, after an undo.
const ring = {
  borderRadius: radii.card,
  outlineOffset: '4px',
  '&:not(:focus-visible)': { outline: 'none' },
} as const;

interface ContentSearchProps {
  place: ContentPlace;
  onGo: (change: Partial<ContentPlace>, options: { replace: boolean }) => void;
}

/** Searches the current folder, or everything. Typing adds no history entries. */
function ContentSearch({ place, onGo }: ContentSearchProps) {
  const { t } = useTranslation();
  const where = place.folder === 'everywhere' || place.folder === 'root' ? place.folder : 'folder';
  return (
    <Box component="search" sx={{ display: 'grid' }}>
      <SearchField
        value={place.text}
        label={t(`content.search.${where}`)}
        clearLabel={t('content.search.clear')}
        onSearch={(text) => onGo({ text }, { replace: true })}
      />
    </Box>
  );
}

/** The target of the open dialog. */
type OpenDialog =
  | { kind: 'add' }
  | { kind: 'folder'; task: 'create' | 'rename' | 'delete' }
  | {
      kind: 'delete';
      items: readonly PortalItem[];
      used: readonly UsedItem[];
      shared: readonly SharedMapSummary[];
    }
  | { kind: 'items'; task: Exclude<ItemTask, 'copy' | 'delete'>; items: readonly PortalItem[] };

interface ContentDialogsProps {
  open: OpenDialog;
  username: string;
  place: ContentPlace;
  folders: readonly PortalFolder[];
  onGo: (change: Partial<ContentPlace>) => void;
  /** Called after a change in the portal. */
  onChanged: () => void;
  /** Called after items were moved. @param items their previous state */
  onMoved: (items: readonly PortalItem[]) => void;
  /** Called when items are to be deleted although others use them. */
  onDelete: (items: readonly PortalItem[]) => void;
  onClose: () => void;
}

/** The dialog that is open. */
function ContentDialogs({ open, username, place, folders, ...on }: ContentDialogsProps) {
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
  if (open.kind === 'delete') {
    const { items, used, shared } = open;
    const remove = () => {
      on.onClose();
      on.onDelete(items);
    };
    return (
      <DeleteDialog count={items.length} used={used} shared={shared} onDelete={remove} onClose={on.onClose} />
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
