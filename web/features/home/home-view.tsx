import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { textFor } from '../../../wire/localized-text.ts';
import { useApplicationContext } from '../../context/application-context.ts';
import { Page } from '../../ui/page.tsx';
import { useLanguage } from '../languages/index.ts';
import { FeaturedMaps } from './featured-section.tsx';
import { HomeIntegrations } from './home-integrations.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentMaps } from './recent-section.tsx';

interface HomeViewProps {
  /** Called when the person is about to open a map. */
  onMapIntent: () => void;
  /** What waits for the person's answer. */
  news?: ReactNode;
}

export function HomeView({ onMapIntent, news }: HomeViewProps) {
  const { t } = useTranslation();
  const { config } = useApplicationContext();
  const { language } = useLanguage();
  const welcome = textFor(config.welcome, language);
  return (
    <Page>
      <Box sx={{ display: 'grid', gap: 1, maxWidth: 720 }}>
        <Typography variant="h1">
          {config.title ? t('home.welcome', { title: config.title }) : t('home.welcome.plain')}
        </Typography>
        {welcome && (
          <Typography
            variant="subtitle1"
            component="p"
            color="textSecondary"
            dir="auto"
            sx={{ whiteSpace: 'pre-line' }}
          >
            {welcome}
          </Typography>
        )}
      </Box>
      {news}
      <QuickActions onMapIntent={onMapIntent} />
      <RecentMaps onMapIntent={onMapIntent} />
      <FeaturedMaps onMapIntent={onMapIntent} />
      <HomeIntegrations />
    </Page>
  );
}
