import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import Paper from '@mui/material/Paper';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { sizes } from '../../../ui/sizes.ts';
import { FormatListBulleted } from '../../../ui/mirrored-icons.ts';
import { LegendPanel } from './sdk-panels.tsx';

/**
 * The legend of a map embedded with `?embed&legend`, in a corner; closed at first where it would cover most
 * of the map.
 */
export function EmbeddedLegend() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const content = useId();
  const [open, setOpen] = useState(() => window.innerWidth >= 600 && window.innerHeight >= 400);
  if (!parameters.has('legend')) return null;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t('viewer.legend')}
      sx={{
        position: 'absolute',
        insetInlineStart: 12,
        bottom: 36,
        width: open ? 260 : 'auto',
        maxWidth: 'calc(100% - 100px)',
        maxHeight: 'min(60%, 420px)',
        display: 'flex',
        flexDirection: 'column',
        overflow: 'hidden',
        boxShadow: '0 1px 4px rgb(0 0 0 / 10%)',
      }}
    >
      <Button
        color="inherit"
        startIcon={<FormatListBulleted />}
        aria-expanded={open}
        aria-controls={content}
        onClick={() => setOpen(!open)}
        sx={{ minHeight: sizes.touch, justifyContent: 'start', flexShrink: 0, px: 1.5 }}
      >
        {t('viewer.legend')}
      </Button>
      <Collapse in={open} unmountOnExit id={content} sx={{ overflow: 'auto' }}>
        <LegendPanel />
      </Collapse>
    </Paper>
  );
}
