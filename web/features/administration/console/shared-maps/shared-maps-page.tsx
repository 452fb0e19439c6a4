import LinkOff from '@mui/icons-material/LinkOff';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { SharedMapSummary } from '../../../../../wire/shared-map.ts';
import { changeSharedMap, listAllSharedMaps, revokeSharedMap } from '../../../../api/maps.ts';
import { apiKeys } from '../../../../api/query-keys.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { RenameDialog } from '../../../../ui/rename-dialog.tsx';
import { StateMessage } from '../../../../ui/state-message.tsx';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useFormats } from '../../../../i18n/index.ts';
import { radii, sizes } from '../../../../ui/sizes.ts';
import { LoadState } from '../load-state.tsx';
import { MoreRows, Rows } from '../rows.tsx';

/** Every shared map of the organisation, newest first, each with buttons to rename and to revoke it. */
export function SharedMapsPage() {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const queries = useQueryClient();
  const [revoking, setRevoking] = useState<SharedMapSummary>();
  const [renaming, setRenaming] = useState<SharedMapSummary>();
  const maps = useInfiniteQuery({
    queryKey: apiKeys(org).allSharedMaps,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => listAllSharedMaps(org, pageParam, signal),
    getNextPageParam: ({ nextStart }) => (nextStart > 0 ? nextStart : undefined),
  });
  // The user’s own are listed in the panel of a map, too.
  const invalidate = async () => {
    const { sharedMaps, allSharedMaps } = apiKeys(org);
    await Promise.all([sharedMaps, allSharedMaps].map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  const revoke = useMutation({
    mutationFn: (sid: string) => revokeSharedMap(org, sid),
    onSettled: async () => {
      await invalidate();
      setRevoking(undefined);
    },
  });
  const rename = useMutation({
    mutationFn: ({ sid, title }: { sid: string; title: string }) => changeSharedMap(org, sid, { title }),
    onSuccess: async () => {
      await invalidate();
      setRenaming(undefined);
    },
  });
  return (
    <LoadState query={maps}>
      {({ pages }) => {
        const rows = pages.flatMap(({ results }) => results);
        if (rows.length === 0)
          return <StateMessage icon={<LinkOff />} title={t('administration.maps.none')} />;
        return (
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            {revoke.error && (
              <Alert severity="error">
                <ErrorMessage error={revoke.error} />
              </Alert>
            )}
            <Rows>
              {rows.map((map) => (
                <SharedMapRow
                  key={map.sid}
                  map={map}
                  busy={revoke.isPending && revoke.variables === map.sid}
                  onRename={() => {
                    rename.reset();
                    setRenaming(map);
                  }}
                  onRevoke={() => setRevoking(map)}
                />
              ))}
            </Rows>
            <MoreRows list={maps} />
            {renaming && (
              <RenameDialog
                title={renaming.title}
                label={t('sharing.title')}
                rename={t('sharing.rename')}
                cancel={t('administration.cancel')}
                isPending={rename.isPending}
                error={rename.error ? <ErrorMessage error={rename.error} /> : undefined}
                onRename={(title) => rename.mutate({ sid: renaming.sid, title })}
                onClose={() => setRenaming(undefined)}
              />
            )}
            {revoking && (
              <ConfirmDialog
                question={t('administration.maps.revoke.ask', { title: revoking.title })}
                consequences={t('administration.maps.revoke.why')}
                confirm={t('administration.maps.revoke')}
                cancel={t('administration.cancel')}
                isPending={revoke.isPending}
                onConfirm={() => revoke.mutate(revoking.sid)}
                onClose={() => setRevoking(undefined)}
              />
            )}
          </Box>
        );
      }}
    </LoadState>
  );
}

interface SharedMapRowProps {
  map: SharedMapSummary;
  busy: boolean;
  onRename: () => void;
  onRevoke: () => void;
}

/** A shared map: owner, date, access, and whether it is still valid. */
function SharedMapRow({ map, busy, onRename, onRevoke }: SharedMapRowProps) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { date } = useFormats();
  // When the row was first shown, so that it does not change while being read.
  const [now] = useState(() => Date.now());
  const { sid, title, owner, created, expires, revoked, access } = map;
  const expired = expires !== null && expires <= now;
  const state = revoked ? 'revoked' : expired ? 'expired' : access;
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ p: 2, borderRadius: radii.card, display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
          {revoked || expired ? (
            title
          ) : (
            <Link component={RouterLink} to={`/${org}/map/sid/${sid}`}>
              {title}
            </Link>
          )}
        </Typography>
        <Typography color="textSecondary" variant="body2">
          {[
            owner || t('administration.maps.anonymous'),
            date(created),
            expires !== null && t('administration.maps.until', { date: date(expires) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
      <Chip size="small" variant="outlined" label={t(`administration.maps.state.${state}`)} />
      <Button
        disabled={revoked}
        onClick={onRename}
        aria-label={`${t('sharing.rename')}: ${title}`}
        sx={{ minHeight: sizes.touch }}
      >
        {t('sharing.rename')}
      </Button>
      <Button
        color="error"
        disabled={revoked}
        loading={busy}
        onClick={onRevoke}
        aria-label={`${t('administration.maps.revoke')}: ${title}`}
        sx={{ minHeight: sizes.touch }}
      >
        {t('administration.maps.revoke')}
      </Button>
    </Paper>
  );
}
