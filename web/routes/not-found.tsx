import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { usePageName } from '../context/page-frame.ts';

/** "Not found", for every other path of an organisation. */
export function NotFoundRoute() {
  const { t } = useTranslation();
  const { org } = useParams();
  usePageName(t('app.notFound'));
  return (
    <Box
      sx={{
        display: 'grid',
        placeItems: 'center',
        alignContent: 'center',
        gap: 1.5,
        p: 3,
        minHeight: '60dvh',
        textAlign: 'center',
      }}
    >
      <Typography variant="h1">{t('app.notFound')}</Typography>
      <Typography color="textSecondary">{t('app.notFound.why')}</Typography>
      <Button variant="outlined" component={Link} to={`/${org}`} sx={{ mt: 1 }}>
        {t('app.home')}
      </Button>
    </Box>
  );
}
