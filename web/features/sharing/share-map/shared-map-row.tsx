import MoreVert from '@mui/icons-material/MoreVert';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import ListItem from '@mui/material/ListItem';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SharedMapChange, SharedMapSummary } from '../../../../wire/shared-map.ts';
import { apiKeys } from '../../../api/query-keys.ts';
import { changeSharedMap, revokeSharedMap } from '../../../api/maps.ts';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { RenameDialog } from '../../../ui/rename-dialog.tsx';
import { copyText } from '../../../ui/browser.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { sizes, touchScreens } from '../../../ui/sizes.ts';
import { withoutIsolates } from '../../../../wire/languages.ts';

/** As high as a target must be; a long title is cut. */
const link = { display: 'block', py: 0.25, [touchScreens]: { py: 1.5 } } as const;

/** One of the user's shared maps: its link, state and actions. */
export function SharedMapRow({ map }: { map: SharedMapSummary }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [copied, setCopied] = useState<boolean>();
  const [dialog, setDialog] = useState<'rename' | 'revoke'>();
  const invalidate = useInvalidate();
  const change = useMutation({
    mutationFn: (part: SharedMapChange) => changeSharedMap(org, map.sid, part),
    onSuccess: invalidate,
  });
  const choose = (action: () => unknown) => () => {
    setAnchor(null);
    action();
  };
  const state = useSharedMapState(map);
  return (
    <ListItem disableGutters divider sx={{ display: 'block' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {map.revoked ? (
            <Typography noWrap color="textSecondary">
              {map.title}
            </Typography>
          ) : (
            <Link href={map.url} target="_blank" rel="noopener" noWrap sx={link}>
              {map.title}
            </Link>
          )}
          <Typography variant="body2" color="textSecondary">
            {state}
          </Typography>
        </Box>
        {!map.revoked && (
          <IconButton
            aria-label={t('sharing.actions', { title: map.title })}
            aria-haspopup="menu"
            onClick={(event) => setAnchor(event.currentTarget)}
            sx={{ width: sizes.touch, height: sizes.touch }}
          >
            <MoreVert fontSize="small" />
          </IconButton>
        )}
      </Box>
      {copied !== undefined && (
        <Typography
          component="output"
          variant="body2"
          color={copied ? 'textSecondary' : 'error'}
          sx={{ display: 'block', overflowWrap: 'anywhere' }}
        >
          {copied ? t('sharing.copied') : withoutIsolates(t('sharing.copyFailed.link', { url: map.url }))}
        </Typography>
      )}
      {change.isError && (
        <Alert severity="error">
          <ErrorMessage error={change.error} />
        </Alert>
      )}
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={choose(async () => setCopied(await copyText(map.url)))}>
          {t('sharing.link.copy')}
        </MenuItem>
        <MenuItem onClick={choose(() => setDialog('rename'))}>{t('sharing.rename')}</MenuItem>
        {map.access !== 'members' && (
          <MenuItem onClick={choose(() => change.mutate({ access: 'members' }))}>
            {t(map.access === 'groups' ? 'sharing.toAllMembers' : 'sharing.toMembers')}
          </MenuItem>
        )}
        {map.access !== 'public' && (
          <MenuItem onClick={choose(() => change.mutate({ access: 'public' }))}>
            {t('sharing.toPublic')}
          </MenuItem>
        )}
        <MenuItem onClick={choose(() => change.mutate({ expiresInDays: map.expires === null ? 30 : null }))}>
          {map.expires === null ? t('sharing.endIn30') : t('sharing.noEnd')}
        </MenuItem>
        <MenuItem onClick={choose(() => setDialog('revoke'))} sx={{ color: 'error.main' }}>
          {t('sharing.revoke')}
        </MenuItem>
      </Menu>
      {dialog === 'rename' && <RenameSharedMap map={map} onClose={() => setDialog(undefined)} />}
      {dialog === 'revoke' && <RevokeDialog map={map} onClose={() => setDialog(undefined)} />}
    </ListItem>
  );
}

/** Requests the shared maps again: the user's, and those that administrators see. */
function useInvalidate(): () => Promise<void> {
  const { org } = useConfiguration();
  const queries = useQueryClient();
  return async () => {
    const { sharedMaps, allSharedMaps } = apiKeys(org);
    await Promise.all([sharedMaps, allSharedMaps].map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
}

function useSharedMapState({ revoked, expires, access, groups, created }: SharedMapSummary): string {
  const { t } = useTranslation();
  const { user } = useIdentity();
  const { ago, date } = useFormats();
  const [now] = useState(() => Date.now());
  if (revoked) return t('sharing.state.revoked');
  if (expires !== null && expires <= now) return t('sharing.state.expired', { when: date(expires) });
  // The owner may have left a group since.
  const names = groups.flatMap((id) => user?.groups.find((group) => group.id === id)?.title ?? []);
  const who =
    names.length > 0
      ? t('sharing.state.groups', { groups: names.join(', ') })
      : t(`sharing.access.${access}`);
  const until = expires === null ? ago(created) : t('sharing.state.until', { when: date(expires) });
  return `${who} · ${until}`;
}

/** Confirms before a shared map is ended, because a revoked link cannot be restored. */
function RevokeDialog({ map, onClose }: { map: SharedMapSummary; onClose: () => void }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const invalidate = useInvalidate();
  const revoke = useMutation({
    mutationFn: () => revokeSharedMap(org, map.sid),
    onSuccess: async () => {
      await invalidate();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      question={t('sharing.revoke.title', { title: map.title })}
      consequences={t('sharing.revoke.why')}
      confirm={t('sharing.revoke')}
      cancel={t('sharing.cancel')}
      isPending={revoke.isPending}
      error={revoke.error ? <ErrorMessage error={revoke.error} /> : undefined}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    />
  );
}

/** Gives a shared map another title; its link stays the same. */
function RenameSharedMap({ map, onClose }: { map: SharedMapSummary; onClose: () => void }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const invalidate = useInvalidate();
  const change = useMutation({
    mutationFn: (title: string) => changeSharedMap(org, map.sid, { title }),
    onSuccess: async () => {
      await invalidate();
      onClose();
    },
  });
  return (
    <RenameDialog
      title={map.title}
      label={t('sharing.title')}
      rename={t('sharing.rename')}
      cancel={t('sharing.cancel')}
      isPending={change.isPending}
      error={change.error ? <ErrorMessage error={change.error} /> : undefined}
      onRename={(title) => change.mutate(title)}
      onClose={onClose}
    />
  );
}
