import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { sizes } from '../ui/theme.ts';

/** The first moments: the header's place and the loading bar, until there is something to show. */
export function StartingView() {
  const { t } = useTranslation();
  return (
    <>
      <LoadingBar active label={t('app.loading')} />
      <Box
        sx={{
          height: { xs: sizes.headerOnPhones, sm: sizes.header },
          backgroundColor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      />
    </>
  );
}
