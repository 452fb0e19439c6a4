import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../languages/index.ts';
import type { ReadFault } from './read/read-features.ts';

/** Faults shown one by one; the others are counted. */
const shown = 10;

/** What of a file was left out, line by line or feature by feature. */
export function FaultList({ faults }: { faults: readonly ReadFault[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <Alert severity="warning">
      {t('add.faults', { number: number(faults.length) })}
      <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: 2.5, overflowWrap: 'anywhere' }}>
        {faults.slice(0, shown).map(({ kind, place, problem, text }) => (
          <li key={place}>
            {t(`add.fault.${kind}`, { place: number(place) })} {t(`add.fault.${problem}`)}
            {text && ` (${text})`}
          </li>
        ))}
        {faults.length > shown && <li>…</li>}
      </Box>
    </Alert>
  );
}
