import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ConfigRevision } from '../../../../wire/administration.ts';
import { useLanguage } from '../../languages/index.ts';
import { ChangeList } from '../change-list.tsx';

interface RevisionCardProps {
  revision: ConfigRevision;
  inForce: boolean;
  busy: boolean;
  onRestore: () => void;
}

/** One save: its number, author, time, and what it changed. */
export function RevisionCard({ revision, inForce, busy, onRestore }: RevisionCardProps) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const moment = new Intl.DateTimeFormat(formats, { dateStyle: 'medium', timeStyle: 'short' });
  const name = t('administration.revision', { number: revision.revision });
  return (
    <Paper
      component="section"
      aria-label={name}
      variant="outlined"
      sx={{ p: 2, borderRadius: '12px', display: 'grid', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 200px' }}>
          <Typography variant="h3">{name}</Typography>
          <Typography color="textSecondary" variant="body2">
            {revision.author} · {moment.format(revision.savedAt)}
          </Typography>
        </Box>
        {inForce ? (
          <Chip size="small" color="primary" label={t('administration.revision.inForce')} />
        ) : (
          <Button
            loading={busy}
            onClick={onRestore}
            aria-label={`${t('administration.revision.restore')}: ${name}`}
            sx={{ minHeight: 44 }}
          >
            {t('administration.revision.restore')}
          </Button>
        )}
      </Box>
      {revision.changes.length === 0 ? (
        <Typography color="textSecondary">{t('administration.revision.same')}</Typography>
      ) : (
        <ChangeList changes={revision.changes} />
      )}
    </Paper>
  );
}
