import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Integration } from '../../../context/integrations.ts';
import type { IntegrationAddress } from '../host/address.ts';
import { useFilled } from './use-filled.ts';

/** For a page that cannot stand in a frame: a link to it at the chosen place. */
export function WindowPane({
  integration,
  address,
}: {
  integration: Integration;
  address: IntegrationAddress;
}) {
  const { t } = useTranslation();
  const href = useFilled(address.template);
  return (
    <Box sx={{ p: 3, display: 'grid', gap: 1, alignContent: 'center', justifyItems: 'start', flex: 1 }}>
      <Typography variant="h3">{t('integration.window', { title: integration.title })}</Typography>
      <Typography color="textSecondary">{t('integration.window.why')}</Typography>
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
    </Box>
  );
}
