import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useTranslation } from 'react-i18next';
import type { SharedMapSummary } from '../../../../wire/shared-map.ts';
import { useApplicationContext } from '../../../context/application-context.ts';
import { useFormats } from '../../languages/index.ts';

interface SharedMapRowProps {
  map: SharedMapSummary;
  busy: boolean;
  onRevoke: () => void;
}

/** A shared map: whose, since when, for whom, and whether it still works. */
export function SharedMapRow({ map, busy, onRevoke }: SharedMapRowProps) {
  const { t } = useTranslation();
  const { org } = useApplicationContext();
  const { date } = useFormats();
  // When the row was first shown: it does not change under the reader's eyes.
  const [now] = useState(() => Date.now());
  const { sid, title, owner, created, expires, revoked, access } = map;
  const expired = expires !== null && expires <= now;
  const state = revoked ? 'revoked' : expired ? 'expired' : access;
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ p: 2, borderRadius: '12px', display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}
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
        color="error"
        disabled={revoked}
        loading={busy}
        onClick={onRevoke}
        aria-label={`${t('administration.maps.revoke')}: ${title}`}
        sx={{ minHeight: 44 }}
      >
        {t('administration.maps.revoke')}
      </Button>
    </Paper>
  );
}
