import LockOutlined from '@mui/icons-material/LockOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { SaveForm } from './save-form.tsx';
import { SaveProblem } from './save-problem.tsx';
import { useSaving } from './saving-context.ts';

/** Saving the open map in place, or as a new one. */
export function SavePanel() {
  const { t } = useTranslation();
  const { ago } = useFormats();
  const { user } = useIdentity();
  const { ready, work, item, mayOverwrite, status, problem, save } = useSaving();
  if (!ready)
    return (
      <Box component="output" aria-label={t('app.loading')} sx={{ p: 2, display: 'grid', gap: 2 }}>
        {[40, 40, 96].map((height, index) => (
          <Skeleton key={index} variant="rounded" animation={false} height={height} />
        ))}
      </Box>
    );
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 2 }}>
      {problem && <SaveProblem problem={problem} />}
      {user ? (
        <>
          {item && mayOverwrite && (
            <Box sx={{ display: 'grid', gap: 1 }}>
              <Typography color="textSecondary">
                {work.dirty
                  ? t('saving.changedSince', { when: ago(item.modified) })
                  : t('saving.savedAt', { when: ago(item.modified) })}
              </Typography>
              <Button
                variant="outlined"
                onClick={() => void save({ startHere: true })}
                disabled={status === 'saving'}
              >
                {t('saving.startHere.save')}
              </Button>
              <Divider sx={{ my: 1 }} />
              <Typography variant="h3">{t('saving.saveAs')}</Typography>
            </Box>
          )}
          {item && !mayOverwrite && (
            <Alert severity="info">{t('saving.notYours', { owner: item.owner })}</Alert>
          )}
          <SaveForm key={item?.id ?? 'new'} />
        </>
      ) : (
        <SignInToSave />
      )}
    </Box>
  );
}

/** Prompts for the sign-in in place; the work is restored after it. */
function SignInToSave() {
  const { t } = useTranslation();
  const { isAuthorizing, signIn } = useIdentity();
  return (
    <StateMessage
      icon={<LockOutlined />}
      title={t('saving.signIn')}
      detail={t('saving.signIn.why')}
      action={
        <Button variant="contained" loading={isAuthorizing} onClick={() => void signIn()}>
          {t('session.signIn')}
        </Button>
      }
    />
  );
}
