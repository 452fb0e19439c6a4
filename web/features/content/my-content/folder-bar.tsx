import CreateNewFolder from '@mui/icons-material/CreateNewFolderOutlined';
import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import type { PortalFolder } from '../../../portal/portal-types.ts';
import { Choice } from '../../../ui/choice.tsx';
import { sizes } from '../../../ui/sizes.ts';
import { type ContentPlace, contentSorts } from './content-place.ts';

const allContentPlaces: readonly string[] = ['everywhere', 'root'];

export interface FolderBarProps {
  place: ContentPlace;
  folders: readonly PortalFolder[];
  /** Whether folders can be made, renamed and deleted. */
  changeable: boolean;
  onGo: (change: Partial<ContentPlace>) => void;
  onFolder: (task: 'create' | 'rename' | 'delete') => void;
}

/** The current folder and sort order, and actions on the folder. */
export function FolderBar({ place, folders, changeable, onGo, onFolder }: FolderBarProps) {
  const { t } = useTranslation();
  const folder = folders.find(({ id }) => id === place.folder);
  const buttons = [
    ['rename', <EditOutlined key="rename" fontSize="small" />],
    ['delete', <DeleteOutline key="delete" fontSize="small" />],
  ] as const;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      <Choice
        width={240}
        label={t('content.folder')}
        // Renders no name for an unknown folder, or one that is still loading.
        value={folder ? folder.id : allContentPlaces.includes(place.folder) ? place.folder : ''}
        options={[
          ['everywhere', t('content.folder.everywhere')],
          ['root', t('content.folder.root')],
          ...folders.map(({ id, title }) => [id, title] as const),
        ]}
        onChoose={(id) => onGo({ folder: id })}
      />
      {/* Rendered while the name loads too, so that the layout does not shift. */}
      {changeable &&
        !allContentPlaces.includes(place.folder) &&
        buttons.map(([task, icon]) => (
          <Tooltip key={task} title={t(`content.folder.${task}`)} describeChild>
            <span>
              <IconButton
                aria-label={t(`content.folder.${task}`)}
                disabled={!folder}
                onClick={() => onFolder(task)}
                sx={{ width: sizes.touch, height: sizes.touch }}
              >
                {icon}
              </IconButton>
            </span>
          </Tooltip>
        ))}
      {changeable && (
        <Button startIcon={<CreateNewFolder />} onClick={() => onFolder('create')} sx={{ minHeight: 40 }}>
          {t('content.folder.create')}
        </Button>
      )}
      <Box
        sx={{ display: 'flex', gap: 1.5, marginInlineStart: { sm: 'auto' }, flex: { xs: 1, sm: '0 0 auto' } }}
      >
        <Choice
          label={t('content.sort')}
          value={place.sort}
          options={contentSorts.map((sort) => [sort, t(`content.sort.${sort}`)])}
          // Texts sort ascending by default, dates and numbers descending.
          onChoose={(sort) => onGo({ sort, order: sort === 'title' || sort === 'type' ? 'asc' : 'desc' })}
        />
        <Choice
          width={150}
          label={t('content.order')}
          value={place.order}
          options={[
            ['asc', t('content.order.asc')],
            ['desc', t('content.order.desc')],
          ]}
          onChoose={(order) => onGo({ order })}
        />
      </Box>
    </Box>
  );
}
