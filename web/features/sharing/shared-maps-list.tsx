import CloudOff from '@mui/icons-material/CloudOffOutlined';
import LinkIcon from '@mui/icons-material/Link';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { listSharedMaps } from '../../api/shared-maps.ts';
import { useApplicationContext } from '../../context/application-context.ts';
import { StateMessage } from '../../ui/state-message.tsx';
import { errorText } from '../languages/index.ts';
import { SharedMapRow } from './shared-map-row.tsx';

/** The maps this person has shared, newest first. */
export function SharedMapsList() {
  const { t } = useTranslation();
  const { org } = useApplicationContext();
  const heading = useId();
  const maps = useInfiniteQuery({
    queryKey: ['shared-maps', org],
    queryFn: ({ pageParam, signal }) => listSharedMaps(org, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ nextStart }) => (nextStart > 0 ? nextStart : undefined),
  });
  const rows = maps.data?.pages.flatMap(({ results }) => results);
  return (
    <Box component="section" aria-labelledby={heading}>
      <Typography id={heading} variant="h3" sx={{ mb: 1 }}>
        {t('sharing.mine')}
      </Typography>
      {maps.isLoading && (
        <Box component="output" aria-label={t('app.loading')}>
          {[1, 2].map((row) => (
            <Skeleton key={row} animation={false} height={56} />
          ))}
        </Box>
      )}
      {maps.isError && (
        <StateMessage
          compact
          role="alert"
          icon={<CloudOff />}
          title={errorText(t, maps.error)}
          action={<Button onClick={() => void maps.refetch()}>{t('app.tryAgain')}</Button>}
        />
      )}
      {rows?.length === 0 && <StateMessage compact icon={<LinkIcon />} title={t('sharing.mine.none')} />}
      {rows && rows.length > 0 && (
        <List disablePadding>
          {rows.map((map) => (
            <SharedMapRow key={map.sid} map={map} />
          ))}
        </List>
      )}
      {maps.hasNextPage && (
        <Button loading={maps.isFetchingNextPage} onClick={() => void maps.fetchNextPage()}>
          {t('app.showMore')}
        </Button>
      )}
    </Box>
  );
}
