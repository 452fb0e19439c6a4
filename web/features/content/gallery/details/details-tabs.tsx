import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useItemTexts } from '../../../../i18n/index.ts';
import { useNavigate, useSearchParams } from 'react-router';
import { useNewestLocation } from '../../../../context/search-params.ts';
import type { PortalItem } from '../../../../portal/portal-types.ts';

type TabName = 'overview' | 'data' | 'settings' | 'signIn' | 'comments';

export interface DetailsTab {
  name: TabName;
  content: ReactNode;
}

interface DetailsTabsProps {
  item: PortalItem;
  tabs: readonly DetailsTab[];
}

/** The details of an item in several tabs. The address names the open one as `tab`. */
export function DetailsTabs({ item, tabs }: DetailsTabsProps) {
  const { t } = useTranslation();
  const { titleOf } = useItemTexts();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const newestLocation = useNewestLocation();
  const chosen = tabs.find(({ name }) => name === params.get('tab'))?.name ?? 'overview';
  const choose = (tab: TabName) => {
    const newest = newestLocation();
    if (!newest) return;
    const next = new URLSearchParams(newest.search);
    if (tab === 'overview') next.delete('tab');
    else next.set('tab', tab);
    // The state of the history entry tells how the details were opened, and how far the gallery is loaded.
    const { state } = newest;
    void navigate(`?${next.toString()}`, { replace: true, preventScrollReset: true, state });
  };
  const id = useId();
  return (
    <>
      <Tabs
        value={chosen}
        onChange={(_event, value: TabName) => choose(value)}
        variant="scrollable"
        scrollButtons={false}
        aria-label={titleOf(item)}
        sx={{ marginBlockStart: -2, borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map(({ name: tab }) => (
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
            {titleOf(item)}
          </Typography>
        )}
        {tabs.find(({ name }) => name === chosen)?.content}
      </Box>
    </>
  );
}
