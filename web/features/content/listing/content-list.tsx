import CloudOff from '@mui/icons-material/CloudOffOutlined';
import FolderOff from '@mui/icons-material/FolderOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import { MappingError } from '../../../../wire/errors.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { RowSkeletons } from '../../../ui/row-skeletons.tsx';
import { StateMessage } from '../../../ui/state-message.tsx';
import { errorText } from '../../languages/index.ts';
import { ContentPaging } from '../content-paging.tsx';
import { allContent, contentPage, type ContentPlace } from '../content-place.ts';
import type { ItemTask } from '../item-task.ts';
import type { useContent } from '../use-content.ts';
import { ContentCards } from './content-cards.tsx';
import { ContentTable } from './content-table.tsx';
import { EmptyContent } from './empty-content.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection } from './use-selection.ts';

export interface ContentListFrameProps {
  content: ReturnType<typeof useContent>['content'];
  /** Items that are being deleted: not shown any more. */
  hidden: readonly PortalItem[];
  place: ContentPlace;
  pages: number;
  onGo: (change: Partial<ContentPlace>) => void;
  onTask: (task: ItemTask, items: readonly PortalItem[]) => void;
  onAdd: () => void;
}

/** The items of a page in their four states: loading, failed, empty, full. */
export function ContentList({ content, hidden, place, pages, onGo, onTask, onAdd }: ContentListFrameProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery<{ breakpoints: { down: (key: 'sm') => string } }>((theme) =>
    theme.breakpoints.down('sm'),
  );
  const gone = new Set(hidden.map(({ id }) => id));
  const items = (content.data?.items ?? []).filter(({ id }) => !gone.has(id));
  const selection = useSelection(items.map(({ id }) => id));
  if (content.error) {
    return (
      <StateMessage
        role="alert"
        icon={<CloudOff />}
        title={t('content.error')}
        detail={errorText(t, content.error)}
        action={
          content.error instanceof MappingError && content.error.id === 'portal:folder-not-found' ? (
            <Button onClick={() => onGo({ folder: allContent.folder })}>
              {t('content.folder.everywhere')}
            </Button>
          ) : (
            <Button onClick={() => void content.refetch()}>{t('app.tryAgain')}</Button>
          )
        }
      />
    );
  }
  if (!content.data) return <RowSkeletons count={contentPage} label={t('app.loading')} />;
  if (content.data.total === 0 || (items.length === 0 && pages === 1)) {
    return <EmptyContent place={place} onGo={onGo} onAdd={onAdd} />;
  }
  const Items = phone ? ContentCards : ContentTable;
  const folders = new Map((content.data.folders ?? []).map(({ id, title }) => [id, title]));
  const selected = items.filter(({ id }) => selection.has(id));
  return (
    <Box
      aria-busy={content.isPlaceholderData}
      sx={{
        display: 'grid',
        gap: 2,
        opacity: content.isPlaceholderData ? 0.6 : 1,
        transition: 'opacity 140ms',
      }}
    >
      {items.length === 0 ? (
        <StateMessage compact icon={<FolderOff />} title={t('content.empty.page')} />
      ) : (
        <Items
          items={items}
          folderOf={({ ownerFolder }) =>
            place.folder === 'everywhere' && ownerFolder ? folders.get(ownerFolder) : undefined
          }
          selection={selection}
          onTask={onTask}
        />
      )}
      <ContentPaging page={place.page} pages={pages} onPage={(page) => onGo({ page })} />
      {selection.some && <SelectionBar selection={selection} onTask={(task) => onTask(task, selected)} />}
    </Box>
  );
}
