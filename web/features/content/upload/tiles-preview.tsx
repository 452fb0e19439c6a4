import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadTiles } from '../../../../wire/upload.ts';
import { useFormats } from '../../../i18n/index.ts';

/** The vector tiles that an archive becomes: their zoom levels, extent, credits and layers. */
export function TilesPreview({ tiles }: { tiles: UploadTiles }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const headingId = useId();
  const { minZoom, maxZoom, bounds, attribution, layers } = tiles;
  const corners = bounds?.map((degrees) => number(degrees));
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Fact name={t('upload.tiles.zooms')}>{`${number(minZoom)}–${number(maxZoom)}`}</Fact>
      {corners && (
        <Fact name={t('upload.tiles.extent')}>
          {`${corners[0]} / ${corners[1]} – ${corners[2]} / ${corners[3]}`}
        </Fact>
      )}
      {attribution !== '' && <Fact name={t('upload.tiles.credits')}>{attribution}</Fact>}
      <Typography id={headingId} variant="h3">
        {t('upload.tiles.layers')}
      </Typography>
      <List dense disablePadding aria-labelledby={headingId}>
        {layers.map(({ name, fields }) => (
          <ListItem key={name} disableGutters>
            <ListItemText
              primary={name}
              secondary={fields.join(' · ')}
              slotProps={{ primary: { dir: 'auto' }, secondary: { dir: 'auto' } }}
              sx={{ overflowWrap: 'anywhere' }}
            />
          </ListItem>
        ))}
      </List>
    </Box>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {name}: <bdi>{children}</bdi>
    </Typography>
  );
}
