import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Integration } from '../../../context/integrations.ts';
import type { IntegrationAddress } from '../host/address.ts';
import { SetUpEntries } from './set-up-needed.tsx';
import { useFilled } from './use-filled.ts';

/** For a page that cannot stand in a frame: a link to it at the chosen place. */
export function WindowPane({
  integration,
  address,
  missing,
}: {
  integration: Integration;
  address: IntegrationAddress;
  /** What must be entered for the page to be shown beside the map. */
  missing: readonly string[];
}) {
  const { t } = useTranslation();
  const href = useFilled(address.template);
  return (
    <Box
      sx={{
        p: 3,
        display: 'grid',
        gap: 1,
        alignContent: 'safe center',
        justifyItems: 'start',
        flex: 1,
        overflowY: 'auto',
      }}
    >
      <Typography variant="h3">{t('integration.window', { title: integration.title })}</Typography>
      <Typography color="textSecondary">
        {t(missing.length > 0 ? 'integration.window.place' : 'integration.window.why')}
      </Typography>
      <Button
        variant="contained"
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        startIcon={<OpenInNew />}
        sx={{ mt: 1 }}
      >
        {t('integration.window.open')}
      </Button>
      {missing.length > 0 && (
        <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', mt: 3 }}>
          <Typography>{t('integration.setUp.beside')}</Typography>
          <SetUpEntries integration={integration} missing={missing} />
        </Box>
      )}
    </Box>
  );
}
