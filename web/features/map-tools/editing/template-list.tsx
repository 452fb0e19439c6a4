import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../../../wire/fold.ts';
import type { EditTemplate } from '../../../map/edit/edit-feature.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { SymbolPicture } from './step-head.tsx';

/** Lists with at least this many templates can be searched. */
const many = 8;

export interface TemplateListProps {
  /** Undefined while they load. */
  templates: readonly EditTemplate[] | undefined;
  onChoose: (id: string) => void;
  onMore: () => void;
}

/** Lists the types of features that can be added, by layer. */
export function TemplateList({ templates, onChoose, onMore }: TemplateListProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const wanted = fold(search);
  const found = (templates ?? []).filter(({ label, layerTitle }) =>
    fold(`${label} ${layerTitle}`).includes(wanted),
  );
  const layers = [...new Map(found.map(({ layerId, layerTitle }) => [layerId, layerTitle]))];
  return (
    <>
      <Box data-step data-head tabIndex={-1} sx={{ px: 2, pb: 1, outline: 'none' }}>
        <Typography color="textSecondary">
          {t(templates?.length === 0 ? 'edit.chooseOnMap' : 'edit.choose')}
        </Typography>
      </Box>
      {!templates && <Waiting />}
      {templates && templates.length >= many && (
        <Box sx={{ px: 2, pb: 1, display: 'flex' }}>
          <SearchField
            value={search}
            label={t('edit.search')}
            clearLabel={t('edit.search.clear')}
            onSearch={setSearch}
          />
        </Box>
      )}
      {search !== '' && found.length === 0 && (
        <Typography component="output" sx={{ px: 2, py: 1 }}>
          {t('edit.search.none')}
        </Typography>
      )}
      {layers.map(([layerId, layerTitle]) => (
        <Fragment key={layerId}>
          <ListSubheader
            component="div"
            disableSticky
            sx={{ lineHeight: '20px', py: 1, overflowWrap: 'anywhere' }}
          >
            {layerTitle}
          </ListSubheader>
          <List aria-label={t('edit.templates')} sx={{ py: 0 }}>
            {found
              .filter((template) => template.layerId === layerId)
              .map(({ id, label, description, picture }) => (
                <li key={id}>
                  <ListItemButton onClick={() => onChoose(id)} sx={{ minHeight: 48, gap: 1.5 }}>
                    <SymbolPicture picture={picture} />
                    <ListItemText
                      primary={label}
                      secondary={description || undefined}
                      slotProps={{ primary: { dir: 'auto' }, secondary: { dir: 'auto' } }}
                    />
                  </ListItemButton>
                </li>
              ))}
          </List>
        </Fragment>
      ))}
      {templates && (
        <Box sx={{ px: 1, py: 1 }}>
          <Button onClick={onMore}>{t('edit.more')}</Button>
        </Box>
      )}
    </>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Box component="output" aria-label={t('app.loading')} sx={{ px: 2, display: 'grid', gap: 2 }}>
      {[60, 45, 55].map((width) => (
        <Box key={width} sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
          <Skeleton animation={false} variant="circular" width={28} height={28} />
          <Skeleton animation={false} width={`${width}%`} height={24} />
        </Box>
      ))}
    </Box>
  );
}
