import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { Page } from '../../ui/page.tsx';
import { ConfigSection } from './config-section.tsx';
import { configSections } from './config-sections.ts';

/** The organisation's configuration as it is in force, to read (product.md, Administration). */
export function AdministrationView() {
  const { t } = useTranslation();
  const { org, config } = useApplicationContext();
  return (
    <Page>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Typography variant="h1">{t('administration.title')}</Typography>
        <Alert severity="info" variant="outlined">
          {t('administration.readOnly', { org })}
        </Alert>
      </Box>
      <Box sx={{ columnCount: { md: 2 }, columnGap: 2 }}>
        {configSections(config, t).map((section) => (
          <ConfigSection key={section.title} {...section} />
        ))}
      </Box>
    </Page>
  );
}
