import Close from '@mui/icons-material/Close';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import FolderOff from '@mui/icons-material/FolderOffOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { MappingError } from '../../../../../wire/errors.ts';
import type { PortalItem } from '../../../../portal/portal-types.ts';
import { FactLine } from '../../../../ui/map-card.tsx';
import { StickyBar } from '../../../../ui/page.tsx';
import { RowSkeletons } from '../../../../ui/skeletons.tsx';
import { StateMessage } from '../../../../ui/state-message.tsx';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useFormats, itemTypeName, useItemTexts } from '../../../../i18n/index.ts';
import { radii, sizes } from '../../../../ui/sizes.ts';
import { useLateText } from '../../../../ui/use-late-text.ts';
import { usePhone } from '../../../../ui/use-screen.ts';
import { ContentPaging } from '../content-paging.tsx';
import { allContent, contentPage, type ContentPlace } from '../content-place.ts';
import type { useContent } from '../use-content.ts';
import { type ContentListProps, ContentTable, useSelection } from './content-table.tsx';
import { ItemMenu } from './item-menu.tsx';
import { type ItemTask, useItemTasks } from './use-item-tasks.ts';
import { InFolder, ItemTitle } from './item-title.tsx';

export interface ContentListFrameProps {
  content: ReturnType<typeof useContent>['content'];
  /** Items that are being deleted, which are hidden. */
  hidden: readonly PortalItem[];
  place: ContentPlace;
  pages: number;
  onGo: (change: Partial<ContentPlace>) => void;
  onTask: (task: ItemTask, items: readonly PortalItem[]) => void;
  /** Undefined: the person may add nothing. */
  onAdd: (() => void) | undefined;
}

/** The items of a page in their four states: loading, failed, empty, filled. */
export function ContentList({ content, hidden, place, pages, onGo, onTask, onAdd }: ContentListFrameProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const gone = new Set(hidden.map(({ id }) => id));
  const items = (content.data?.items ?? []).filter(({ id }) => !gone.has(id));
  const selection = useSelection(items.map(({ id }) => id));
  if (content.error) {
    return (
      <StateMessage
        role="alert"
        icon={<CloudOff />}
        title={t('content.error')}
        detail={<ErrorMessage error={content.error} />}
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
      {selection.some && (
        <SelectionBar items={selected} onClear={selection.clear} onTask={(task) => onTask(task, selected)} />
      )}
    </Box>
  );
}

interface EmptyContentProps {
  place: ContentPlace;
  onGo: (change: Partial<ContentPlace>) => void;
  onAdd: (() => void) | undefined;
}

/** Why the list is empty, with an action: clear the search, search everything, or add an item. */
function EmptyContent({ place, onGo, onAdd }: EmptyContentProps) {
  const { t } = useTranslation();
  const { text, folder } = place;
  if (text) {
    const ways = (
      <>
        <Button onClick={() => onGo({ text: '' })}>{t('content.search.clear')}</Button>
        {folder !== allContent.folder && (
          <Button onClick={() => onGo({ folder: allContent.folder })}>
            {t('content.search.everywhere.do')}
          </Button>
        )}
      </>
    );
    return <StateMessage icon={<SearchOff />} title={t('content.search.nothing', { text })} action={ways} />;
  }
  const empty = folder === allContent.folder ? t('content.empty') : t('content.empty.folder');
  const add = onAdd && <Button onClick={onAdd}>{t('content.add')}</Button>;
  return <StateMessage icon={<FolderOff />} title={empty} action={add} />;
}

interface SelectionBarProps {
  items: readonly PortalItem[];
  onClear: () => void;
  onTask: (task: ItemTask) => void;
}

/** Actions on all selected items. */
function SelectionBar({ items, onClear, onTask }: SelectionBarProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const tasks = useItemTasks(items).filter((task) => task !== 'edit');
  const late = useLateText();
  return (
    <StickyBar
      role="toolbar"
      aria-label={t('content.selection')}
      variant="outlined"
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        columnGap: { xs: 0, sm: 1 },
        p: 1,
        borderColor: 'primary.mark',
      }}
    >
      <IconButton aria-label={t('content.selection.clear')} onClick={onClear}>
        <Close />
      </IconButton>
      <Typography component="output" sx={{ flex: { xs: '1 0 calc(100% - 56px)', sm: 1 }, minWidth: 120 }}>
        <span {...late}>{t('content.selection.count', { number: number(items.length) })}</span>
      </Typography>
      {tasks.map((task) => (
        <Button
          key={task}
          color={task === 'delete' ? 'error' : 'primary'}
          onClick={() => onTask(task)}
          sx={{ minHeight: sizes.touch, minWidth: 0, flex: { xs: '1 0 auto', sm: 'none' } }}
        >
          {t(`content.task.${task}`)}
        </Button>
      ))}
    </StickyBar>
  );
}

/** Items as a list, for narrow screens. */
function ContentCards({ items, folderOf, selection, onTask }: ContentListProps) {
  const { t } = useTranslation();
  const { titleOf } = useItemTexts();
  const { date } = useFormats();
  return (
    <>
      <FormControlLabel
        control={
          <Checkbox
            checked={selection.all}
            indeterminate={selection.some && !selection.all}
            onChange={selection.toggleAll}
          />
        }
        label={t('content.selectAll')}
        sx={{ justifySelf: 'start', mx: '1px', my: -1 }}
      />
      <Box component="ul" aria-label={t('content.title')} sx={{ display: 'grid', gap: 1, m: 0, p: 0 }}>
        {items.map((item) => (
          <Paper
            key={item.id}
            component="li"
            variant="outlined"
            sx={{ display: 'flex', alignItems: 'center', borderRadius: radii.card, py: 1 }}
          >
            <Checkbox
              checked={selection.has(item.id)}
              onChange={() => selection.toggle(item.id)}
              slotProps={{
                input: { 'aria-label': t('content.select', { title: titleOf(item) }) },
              }}
            />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <ItemTitle item={item}>
                <FactLine>
                  {itemTypeName(t, item.type)}
                  {t(`map.access.${item.access}`)}
                  {date(item.modified)}
                </FactLine>
                <InFolder title={folderOf(item)} />
              </ItemTitle>
            </Box>
            <ItemMenu item={item} onTask={(task) => onTask(task, [item])} />
          </Paper>
        ))}
      </Box>
    </>
  );
}
