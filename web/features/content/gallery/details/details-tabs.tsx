import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { DataTab } from './data-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';

interface ServiceTabsProps {
  item: PortalItem;
  /** Address of its service. */
  url: string;
  overview: ReactNode;
}

/** The details of a hosted layer: overview, data, and settings for its owner and administrators. */
export function ServiceTabs({ item, url, overview }: ServiceTabsProps) {
  const { t } = useTranslation();
  const owned = item.itemControl === 'admin';
  const tabs = owned ? (['overview', 'data', 'settings'] as const) : (['overview', 'data'] as const);
  const [chosen, setChosen] = useState<(typeof tabs)[number]>('overview');
  const id = useId();
  return (
    <>
      <Tabs
        value={chosen}
        onChange={(_event, value: (typeof tabs)[number]) => setChosen(value)}
        aria-label={item.title}
        sx={{ marginBlockStart: -2, borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab}
            value={tab}
            label={t(`gallery.tab.${tab}`)}
            id={`${id}-${tab}`}
            aria-controls={`${id}-panel`}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
      >
        {chosen !== 'overview' && (
          <Typography variant="h2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {item.title || t('map.untitled')}
          </Typography>
        )}
        {chosen === 'overview' && overview}
        {chosen === 'data' && <DataTab item={item} url={url} owned={owned} />}
        {chosen === 'settings' && <SettingsTab item={item} url={url} />}
      </Box>
    </>
  );
}
