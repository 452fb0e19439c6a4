import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { ErrorMessage, WithServerWords } from '../../../../i18n/error-message.tsx';
import { loadMailState, type MailState, sendTestMail } from '../../../../portal/accounts/mail.ts';
import { portalKeys } from '../../../../portal/query-keys.ts';
import { Section } from '../../../../ui/section.tsx';
import { sizes } from '../../../../ui/sizes.ts';
import { LoadState } from '../load-state.tsx';

/** Whether the portal sends email and its messages arrive, where the portal supports that and the user may see it. */
export function MailSettings() {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { portal, user } = useIdentity();
  const offered =
    portal?.accountMail !== undefined && user?.privileges.includes('portal:admin:manageSecurity') === true;
  const state = useQuery({
    queryKey: portalKeys(connection).setting('mail'),
    queryFn: ({ signal }) => loadMailState(connection, signal),
    enabled: offered,
  });
  if (!offered) return null;
  return (
    <Section title={t('administration.mail')}>
      <LoadState query={state}>
        {(mail) =>
          mail ? (
            <SentMail mail={mail} />
          ) : (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('administration.mail.off')}
            </Typography>
          )
        }
      </LoadState>
    </Section>
  );
}

function SentMail({ mail: { from, waiting, problem } }: { mail: MailState }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const queries = useQueryClient();
  const test = useMutation({
    mutationFn: () => sendTestMail(connection),
    onSettled: () => queries.invalidateQueries({ queryKey: portalKeys(connection).setting('mail') }),
  });
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {t('administration.mail.on', { from })}
      </Typography>
      {waiting > 0 && (
        <Alert severity={problem === null ? 'info' : 'warning'} sx={{ overflowWrap: 'anywhere' }}>
          {t('administration.mail.waiting', { count: waiting })}{' '}
          {problem !== null && (
            <WithServerWords text={t('administration.mail.problem', { problem })} words={problem} />
          )}
        </Alert>
      )}
      {test.error && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          <ErrorMessage error={test.error} />
        </Alert>
      )}
      {test.isSuccess && (
        <Alert severity="success">{t('administration.mail.tested', { email: test.data })}</Alert>
      )}
      <Button
        variant="outlined"
        loading={test.isPending}
        onClick={() => test.mutate()}
        sx={{ minHeight: sizes.touch, justifySelf: 'start' }}
      >
        {t('administration.mail.test')}
      </Button>
    </>
  );
}
