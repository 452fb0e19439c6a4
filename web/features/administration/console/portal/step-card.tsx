import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortalStep } from '../../../../../wire/portal-check.ts';
import { radii } from '../../../../ui/sizes.ts';
import { FindingList, type Result } from './finding-list.tsx';

interface StepCardProps {
  number: number;
  step: PortalStep;
  results: readonly Result[];
  children: ReactNode;
}

/** One step of setting the portal up: what to enter, and what its check found. */
export function StepCard({ number, step, results, children }: StepCardProps) {
  const { t } = useTranslation();
  const headingId = useId();
  const title = t(`administration.portal.step.${step}`);
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={headingId}
      sx={{ p: { xs: 2, sm: 3 }, borderRadius: radii.card, display: 'grid', gap: 2.5, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
        <Box
          aria-hidden
          sx={{
            width: 32,
            height: 32,
            flexShrink: 0,
            borderRadius: '50%',
            display: 'grid',
            placeItems: 'center',
            fontWeight: 500,
            bgcolor: 'action.selected',
          }}
        >
          {number}
        </Box>
        <Typography id={headingId} variant="h2">
          {title}
        </Typography>
      </Box>
      {children}
      {/* Announced when a check is done. */}
      <Box component="output" sx={{ display: 'block', minWidth: 0, '&:empty': { display: 'none' } }}>
        {results.length > 0 && (
          <FindingList label={t('administration.portal.results', { step: title })} results={results} />
        )}
      </Box>
    </Paper>
  );
}
