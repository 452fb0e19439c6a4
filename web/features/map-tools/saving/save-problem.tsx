import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { MappingError } from '../../../../wire/errors.ts';
import { useIdentity } from '../../../context/application-context.ts';
import { needsSignIn } from '../../../portal/portal-error.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { errorText, useFormats } from '../../../i18n/index.ts';
import { useSaving } from './saving-context.ts';

/** Why the map was not saved, whether the work is stored, and the possible actions. */
export function SaveProblem({ problem }: { problem: Error }) {
  const { t } = useTranslation();
  const { ago } = useFormats();
  const { user, signIn } = useIdentity();
  const { status, kept, save, showTheirs, mayOverwrite } = useSaving();
  const { id, cause } = problem as MappingError;
  const busy = status === 'saving';
  if (id === 'saving:newer-version') {
    return (
      <Alert severity="warning">
        <AlertTitle>{t('saving.newer')}</AlertTitle>
        {t('saving.newer.why', { when: ago((cause as PortalItem).modified) })}
        <Box sx={{ display: 'grid', justifyItems: 'start', mt: 1 }}>
          <Button size="small" onClick={() => void showTheirs()}>
            {t('saving.newer.theirs')}
          </Button>
          <Button size="small" color="error" loading={busy} onClick={() => void save({ overwrite: true })}>
            {t('saving.newer.overwrite')}
          </Button>
        </Box>
      </Alert>
    );
  }
  const ended = needsSignIn(problem) && !user;
  return (
    <Alert
      severity="error"
      action={
        ended ? (
          <Button color="inherit" onClick={() => void signIn()}>
            {t('session.signIn')}
          </Button>
        ) : mayOverwrite ? (
          <Button color="inherit" loading={busy} onClick={() => void save()}>
            {t('app.tryAgain')}
          </Button>
        ) : undefined
      }
    >
      <AlertTitle>{t('saving.failed')}</AlertTitle>
      {errorText(t, problem)} {kept && t('saving.failed.kept')}
    </Alert>
  );
}
