import Download from '@mui/icons-material/DownloadOutlined';
import History from '@mui/icons-material/History';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntryWire, AuditPage as AuditPageWire } from '../../../../../wire/administration.ts';
import { auditFile, type AuditQuery, listAudit } from '../../../../api/administration.ts';
import { apiKeys } from '../../../../api/query-keys.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { ErrorMessage, WithServerWords } from '../../../../i18n/error-message.tsx';
import { useLanguage } from '../../../../i18n/index.ts';
import { saveFile } from '../../../../ui/browser.ts';
import { Choice } from '../../../../ui/choice.tsx';
import { radii, sizes } from '../../../../ui/sizes.ts';
import { StateMessage } from '../../../../ui/state-message.tsx';
import { LoadState } from '../load-state.tsx';
import { MoreRows } from '../rows.tsx';
import { fieldPathName, messageOr } from '../field-names.ts';

const everything: AuditChoice = { actor: '', act: '', from: '', until: '' };

/** Who did what and when, filtered by user, action and time, with an export. */
export function AuditPage() {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const [choice, setChoice] = useState(everything);
  const narrowed = Object.values(choice).some(Boolean);
  const log = useInfiniteQuery({
    queryKey: apiKeys(org).audit(choice),
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => listAudit(org, { ...queryOf(choice), before: pageParam }, signal),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  // The filters stay when a request fails.
  const [offered, setOffered] = useState<Pick<AuditPageWire, 'actors' | 'acts'>>();
  const first = log.data?.pages[0];
  if (first && first !== offered) setOffered(first);
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const file = useMutation({
    mutationFn: () => auditFile(org, queryOf(choice)),
    onSuccess: (content) => saveFile({ name: `${org}-audit.csv`, content }),
  });
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {offered && (
        <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
          <AuditFilters choice={choice} actors={offered.actors} acts={offered.acts} onChange={setChoice} />
          <Button
            variant="outlined"
            startIcon={<Download />}
            loading={file.isPending}
            disabled={entries.length === 0}
            onClick={() => file.mutate()}
            sx={{ minHeight: sizes.touch }}
          >
            {t('administration.audit.export')}
          </Button>
        </Box>
      )}
      {file.error && (
        <Alert severity="error">
          <ErrorMessage error={file.error} />
        </Alert>
      )}
      <LoadState query={log}>
        {() => (
          <>
            {entries.length === 0 ? (
              <StateMessage
                icon={<History />}
                title={narrowed ? t('administration.audit.none') : t('administration.audit.empty')}
                action={
                  narrowed && (
                    <Button onClick={() => setChoice(everything)} sx={{ minHeight: sizes.touch }}>
                      {t('administration.audit.showAll')}
                    </Button>
                  )
                }
              />
            ) : (
              <AuditTable entries={entries} />
            )}
            <MoreRows list={log} />
          </>
        )}
      </LoadState>
    </Box>
  );
}

/** Actions, newest first: when, who, what, and which settings. */
function AuditTable({ entries }: { entries: readonly AuditEntryWire[] }) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const dateTime = new Intl.DateTimeFormat(formats, { dateStyle: 'short', timeStyle: 'medium' });
  const detailOf = ({ act, subject, detail }: AuditEntryWire): ReactNode => {
    const changed = detail['changed'];
    if (act.startsWith('config.') && Array.isArray(changed))
      return changed.map((path) => fieldPathName(t, String(path))).join(', ');
    const { title, people, parts } = detail;
    // A picture's name is a hash of its content, which is meaningless to users.
    if (act === 'logo.uploaded') return '';
    const { to, reason } = detail;
    if (act === 'person.sign-in-failed' && typeof reason === 'string')
      return <WithServerWords text={t('administration.audit.responseRefused', { reason })} words={reason} />;
    if (act === 'person.deleted' && typeof to === 'string')
      return t('administration.audit.handedOver', { name: subject, newOwner: to });
    if (typeof title !== 'string') return subject;
    // A user's own object: its owner and its name.
    if (/^(item|folder|shared-map)\./.test(act)) return title ? `${subject}: ${title}` : subject;
    if (Array.isArray(parts)) return [title, parts.join(', ')].filter(Boolean).join(': ');
    return Array.isArray(people) ? `${title}: ${people.join(', ')}` : title;
  };
  return (
    <Paper component="ul" variant="outlined" sx={{ m: 0, p: 0, listStyle: 'none', borderRadius: radii.card }}>
      {entries.map((entry) => (
        <Box
          component="li"
          key={entry.id}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '170px 140px 1fr' },
            columnGap: 2,
            px: 2,
            py: 1.25,
            '& + &': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          <Typography color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            <time dateTime={new Date(entry.at).toISOString()}>{dateTime.format(entry.at)}</time>
          </Typography>
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{entry.actor}</bdi>
          </Typography>
          <Box sx={{ minWidth: 0 }}>
            <Typography>{messageOr(t, `administration.act.${entry.act}`, entry.act)}</Typography>
            <Typography color="textSecondary" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              <bdi>{detailOf(entry)}</bdi>
            </Typography>
          </Box>
        </Box>
      ))}
    </Paper>
  );
}

/** The filters of the log; days as `yyyy-mm-dd`, empty for no limit. */
interface AuditChoice {
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

function AuditFilters({ choice, actors, acts, onChange }: AuditFiltersProps) {
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
        options={[all, ...acts.map((act) => [act, messageOr(t, `administration.act.${act}`, act)] as const)]}
        onChoose={(act) => onChange({ ...choice, act })}
        width={220}
      />
      {day('from')}
      {day('until')}
    </>
  );
}
