import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FindingLevel, PortalStep } from '../../../../../wire/portal-check.ts';
import { useFormats } from '../../../../i18n/formats.ts';
import { Section } from '../../../../ui/section.tsx';

interface StepCardProps {
  number: number;
  step: PortalStep;
  results: readonly Result[];
  children: ReactNode;
}

/** One step of setting the portal up: what to enter, and what its check found. */
export function StepCard({ number, step, results, children }: StepCardProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const title = t(`administration.portal.step.${step}`);
  return (
    <Section
      title={title}
      gap={2.5}
      lead={
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
          {formats.number(number)}
        </Box>
      }
    >
      {children}
      {/* Announced when a check is done. */}
      <Box component="output" sx={{ display: 'block', minWidth: 0, '&:empty': { display: 'none' } }}>
        {results.length > 0 && (
          <FindingList label={t('administration.portal.results', { step: title })} results={results} />
        )}
      </Box>
    </Section>
  );
}

const icons = { ok: CheckCircle, note: InfoOutlined, wrong: ErrorIcon } as const;
const colours = { ok: 'success.main', note: 'text.secondary', wrong: 'error.main' } as const;

export interface Result {
  key: string;
  level: FindingLevel;
  text: ReactNode;
  /** A button that fixes it. */
  action?: ReactNode;
}

/** The results of one step, each with an icon that is also named. */
function FindingList({ label, results }: { label: string; results: readonly Result[] }) {
  const { t } = useTranslation();
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5, minWidth: 0 }}
    >
      {results.map(({ key, level, text, action }) => {
        const Icon = icons[level];
        return (
          <Box component="li" key={key} sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
            <Icon
              titleAccess={t(`administration.portal.level.${level}`)}
              sx={{ color: colours[level], flexShrink: 0 }}
            />
            <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start', minWidth: 0 }}>
              <Typography dir="auto" sx={{ overflowWrap: 'anywhere' }}>
                {text}
              </Typography>
              {action}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}
