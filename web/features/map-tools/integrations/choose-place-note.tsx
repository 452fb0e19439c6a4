import AddLocation from '@mui/icons-material/AddLocationAltOutlined';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link, useMatch } from 'react-router';
import { useConfiguration, useIntegrations } from '../../../context/application-context.ts';
import { useFormats } from '../../../i18n/index.ts';
import { waitsForPlace } from '../../../../wire/integrations/extension-types.ts';
import { radii } from '../../../ui/sizes.ts';

/**
 * Asks the user to choose the location that an opened integration waits for. Floats over the map, or in the
 * page's corner.
 */
export function ChoosePlaceNote({ onMap }: { onMap: boolean }) {
  const { t } = useTranslation();
  const { list } = useFormats();
  const { org } = useConfiguration();
  const { openIntegrations, currentMapLocation, closeIntegration } = useIntegrations();
  const hasMap = useMatch('/:org/map/*') !== null;
  const waiting = openIntegrations.filter(
    (each) => each.state === 'active' && waitsForPlace(each, currentMapLocation),
  );
  if (onMap !== hasMap || waiting.length === 0) return null;
  const titles = list(waiting.map(({ title }) => title));
  return (
    <Paper
      component="output"
      variant="outlined"
      sx={{ ...placeNoteStyles.note, ...(onMap ? placeNoteStyles.onMap : placeNoteStyles.onPage) }}
    >
      <AddLocation color="inherit" />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500 }}>{t('integration.choosePlace')}</Typography>
        {waiting.map(({ id, title }) => (
          <Typography key={id} color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {t('integration.choosePlace.why', { title })}
          </Typography>
        ))}
        {!onMap && (
          <Button
            size="small"
            component={Link}
            to={`/${org}/map`}
            sx={{ mt: 0.5, marginInlineStart: '-5px' }}
          >
            {t('integration.openMap')}
          </Button>
        )}
      </Box>
      <IconButton
        size="small"
        aria-label={t('integration.close', { title: titles })}
        onClick={() => {
          for (const { id } of waiting) closeIntegration(id);
        }}
      >
        <Close fontSize="small" />
      </IconButton>
    </Paper>
  );
}

export const placeNoteStyles = {
  note: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: 1.5,
    p: 2,
    borderRadius: radii.card,
    boxShadow: '0 8px 24px rgb(0 0 0 / 14%)',
  },
  onPage: {
    position: 'fixed',
    insetInlineEnd: { xs: 16, sm: 24 },
    bottom: { xs: 16, sm: 24 },
    width: 'min(340px, calc(100vw - 32px))',
    zIndex: 'snackbar',
  },
  // Beside the buttons at the end; on phones, where they are wide, below the search.
  onMap: {
    position: 'absolute',
    insetInlineStart: 12,
    top: { xs: 64, sm: 'auto' },
    bottom: { sm: 36 },
    // Over the buttons where the map is narrow between a panel and the drawer.
    width: { xs: 'calc(100% - 24px)', sm: 'clamp(220px, 100% - 88px, 340px)' },
    maxWidth: 'calc(100% - 24px)',
  },
} as const;
