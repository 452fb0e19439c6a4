import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FindingLevel } from '../../../../../wire/portal-check.ts';

const icons = { ok: CheckCircle, note: InfoOutlined, wrong: ErrorIcon } as const;
const colours = { ok: 'success.main', note: 'text.secondary', wrong: 'error.main' } as const;

export interface Result {
  key: string;
  level: FindingLevel;
  text: string;
  /** A button that fixes it. */
  action?: ReactNode;
}

/** The results of one step, each with an icon that is also named. */
export function FindingList({ label, results }: { label: string; results: readonly Result[] }) {
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
