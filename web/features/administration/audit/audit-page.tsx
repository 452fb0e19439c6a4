import Download from '@mui/icons-material/DownloadOutlined';
import History from '@mui/icons-material/History';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auditFile, listAudit } from '../../../api/administration.ts';
import { useApplicationContext } from '../../../context/application-context.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { errorText } from '../../languages/index.ts';
import { LoadState } from '../load-state.tsx';
import { MoreRows } from '../more-rows.tsx';
import { AuditFilters, type AuditChoice, queryOf } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { saveFile } from '../../../ui/save-file.ts';

const everything: AuditChoice = { actor: '', act: '', from: '', until: '' };

/** Who did what and when, narrowed by person, act and time; the same as a file. */
export function AuditPage() {
  const { t } = useTranslation();
  const { org } = useApplicationContext();
  const [choice, setChoice] = useState(everything);
  const narrowed = Object.values(choice).some(Boolean);
  const log = useInfiniteQuery({
    queryKey: ['administration', org, 'audit', choice],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => listAudit(org, { ...queryOf(choice), before: pageParam }, signal),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const file = useMutation({
    mutationFn: () => auditFile(org, queryOf(choice)),
    onSuccess: (content) => saveFile({ name: `${org}-audit.csv`, content }),
  });
  return (
    <LoadState query={log}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries);
        return (
          <Box sx={{ display: 'grid', gap: 2 }}>
            <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
              <AuditFilters
                choice={choice}
                actors={pages[0]?.actors ?? []}
                acts={pages[0]?.acts ?? []}
                onChange={setChoice}
              />
              <Button
                variant="outlined"
                startIcon={<Download />}
                loading={file.isPending}
                disabled={entries.length === 0}
                onClick={() => file.mutate()}
                sx={{ minHeight: 44 }}
              >
                {t('administration.audit.export')}
              </Button>
            </Box>
            {file.error && <Alert severity="error">{errorText(t, file.error)}</Alert>}
            {entries.length === 0 ? (
              <StateMessage
                icon={<History />}
                title={narrowed ? t('administration.audit.none') : t('administration.audit.empty')}
                action={
                  narrowed && (
                    <Button onClick={() => setChoice(everything)} sx={{ minHeight: 44 }}>
                      {t('administration.audit.showAll')}
                    </Button>
                  )
                }
              />
            ) : (
              <AuditTable entries={entries} />
            )}
            <MoreRows list={log} />
          </Box>
        );
      }}
    </LoadState>
  );
}
