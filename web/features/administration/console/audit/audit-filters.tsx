import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import type { AuditQuery } from '../../../../api/administration.ts';
import { Choice } from '../../../../ui/choice.tsx';
import { sizes } from '../../../../ui/sizes.ts';
import { wordsFor } from '../words.ts';

/** The filters of the log; days as `yyyy-mm-dd`, empty for no limit. */
export interface AuditChoice {
  actor: string;
  act: string;
  from: string;
  until: string;
}

interface AuditFiltersProps {
  choice: AuditChoice;
  actors: readonly string[];
  acts: readonly string[];
  onChange: (next: AuditChoice) => void;
}

/** Full days in the user's time zone. */
export function queryOf({ actor, act, from, until }: AuditChoice): AuditQuery {
  const day = (text: string, after: number) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
    const [year = 0, month = 1, date = 1] = text.split('-').map(Number);
    return new Date(year, month - 1, date + after).getTime();
  };
  return { actor: actor || undefined, act: act || undefined, from: day(from, 0), until: day(until, 1) };
}

export function AuditFilters({ choice, actors, acts, onChange }: AuditFiltersProps) {
  const { t } = useTranslation();
  const all = ['', t('administration.audit.all')] as const;
  const day = (name: 'from' | 'until') => (
    <TextField
      type="date"
      size="small"
      label={t(`administration.audit.${name}`)}
      value={choice[name]}
      onChange={({ target }) => onChange({ ...choice, [name]: target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ flex: { xs: '1 1 140px', sm: '0 1 160px' }, '& .MuiInputBase-root': { minHeight: sizes.touch } }}
    />
  );
  return (
    <>
      <Choice
        tall
        label={t('administration.audit.actor')}
        value={choice.actor}
        options={[all, ...actors.map((actor) => [actor, actor] as const)]}
        onChoose={(actor) => onChange({ ...choice, actor })}
      />
      <Choice
        tall
        label={t('administration.audit.act')}
        value={choice.act}
        options={[all, ...acts.map((act) => [act, wordsFor(t, `administration.act.${act}`, act)] as const)]}
        onChoose={(act) => onChange({ ...choice, act })}
        width={220}
      />
      {day('from')}
      {day('until')}
    </>
  );
}
