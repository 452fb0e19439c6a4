import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import CloudUpload from '@mui/icons-material/CloudUploadOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfiguration } from '../../../context/application-context.ts';
import { sizes } from '../../../ui/sizes.ts';
import { isRetried } from './report-queue.ts';
import type { WaitingReport } from './report-store.ts';

export interface SentViewProps {
  /** The report. */
  id: string;
  /** Whether it is on its way. */
  sending: boolean;
  /** Reports that have not been accepted yet. */
  waiting: readonly WaitingReport[];
  onAgain: () => void;
}

/** What became of a report: received, stored until it can be sent, or refused. */
export function SentView({ id, sending, waiting, onAgain }: SentViewProps) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const own = waiting.find((one) => one.id === id);
  // A report that has just been stored may not be among those that wait yet.
  const state = own?.refused && !isRetried(own) ? 'refused' : own || sending ? 'stored' : 'received';
  const Icon = { received: CheckCircle, stored: CloudUpload, refused: ErrorOutline }[state];
  return (
    <Box component="section" sx={styles.column}>
      <Icon color={state === 'refused' ? 'error' : 'primary'} sx={{ fontSize: 56 }} />
      <Box component="output" sx={{ display: 'grid', gap: 1 }}>
        <Typography ref={heading} tabIndex={-1} variant="h1" sx={{ outline: 'none' }}>
          {t(`report.${state}`)}
        </Typography>
        <Typography color="textSecondary">{t(`report.${state}.detail`)}</Typography>
      </Box>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
        <Button variant="contained" onClick={onAgain} sx={{ minHeight: sizes.touch }}>
          {t('report.again')}
        </Button>
        <Button variant="outlined" component={Link} to={`/${org}`} sx={{ minHeight: sizes.touch }}>
          {t('report.home')}
        </Button>
      </Box>
    </Box>
  );
}

const styles = {
  column: { display: 'grid', gap: 2, justifyItems: 'center', textAlign: 'center', py: 4 },
} as const;
