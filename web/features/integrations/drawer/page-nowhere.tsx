import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

/** In place of a page of the product where the installation has no origin for such pages. */
export function PageNowhere() {
  const { t } = useTranslation();
  return (
    <Box role="alert" sx={{ p: 3, display: 'grid', gap: 1, alignContent: 'center', flex: 1 }}>
      <Typography variant="h3">{t('integration.nowhere')}</Typography>
      <Typography color="textSecondary">{t('integration.nowhere.cure')}</Typography>
    </Box>
  );
}
