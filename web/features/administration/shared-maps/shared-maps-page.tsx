import LinkOff from '@mui/icons-material/LinkOff';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SharedMapSummary } from '../../../../wire/shared-map.ts';
import { listAllSharedMaps, revokeSharedMap } from '../../../api/administration.ts';
import { useApplicationContext } from '../../../context/application-context.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { errorText } from '../../languages/index.ts';
import { LoadState } from '../load-state.tsx';
import { MoreRows } from '../more-rows.tsx';
import { Rows } from '../rows.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { SharedMapRow } from './shared-map-row.tsx';

/** Every shared map of the organisation, newest first, each of which can be taken back. */
export function SharedMapsPage() {
  const { t } = useTranslation();
  const { org } = useApplicationContext();
  const queries = useQueryClient();
  const key = ['administration', org, 'shared-maps'];
  const [asked, setAsked] = useState<SharedMapSummary>();
  const maps = useInfiniteQuery({
    queryKey: key,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => listAllSharedMaps(org, pageParam, signal),
    getNextPageParam: ({ nextStart }) => (nextStart > 0 ? nextStart : undefined),
  });
  const revoke = useMutation({
    mutationFn: (sid: string) => revokeSharedMap(org, sid),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  return (
    <LoadState query={maps}>
      {({ pages }) => {
        const rows = pages.flatMap(({ results }) => results);
        if (rows.length === 0)
          return <StateMessage icon={<LinkOff />} title={t('administration.maps.none')} />;
        return (
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            {revoke.error && <Alert severity="error">{errorText(t, revoke.error)}</Alert>}
            <Rows>
              {rows.map((map) => (
                <SharedMapRow
                  key={map.sid}
                  map={map}
                  busy={revoke.isPending && revoke.variables === map.sid}
                  onRevoke={() => setAsked(map)}
                />
              ))}
            </Rows>
            <MoreRows list={maps} />
            {asked && (
              <RevokeDialog
                title={asked.title}
                onClose={(yes) => {
                  setAsked(undefined);
                  if (yes) revoke.mutate(asked.sid);
                }}
              />
            )}
          </Box>
        );
      }}
    </LoadState>
  );
}
