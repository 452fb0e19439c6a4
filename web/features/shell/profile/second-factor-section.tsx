import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import {
  addSecondFactor,
  enableSecondFactor,
  loadSecondFactor,
  type NewSecret,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../../portal/accounts/second-factor.ts';
import { portalKeys } from '../../../portal/query-keys.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Section } from '../../../ui/section.tsx';
import { radii, sizes } from '../../../ui/sizes.ts';
import { ProofForm, type ProofFormProps, RecoveryCodes } from './proof-form.tsx';
import { useSecondFactor } from './use-second-factor.ts';

/** The step that the section shows below its text. */
type Step = 'add' | 'renew' | 'remove' | { scan: NewSecret } | { codes: string[] };

/** Two-step verification: codes of an authenticator app, and recovery codes. */
export function SecondFactorSection({ username }: { username: string }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { date } = useFormats();
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>();
  const factor = useSecondFactor(username);
  const queryKey = portalKeys(connection).secondFactor(username);
  const status = useQuery({
    queryKey,
    queryFn: ({ signal }) => loadSecondFactor(connection, username, signal),
  });
  const act = useMutation({
    mutationFn: (work: () => Promise<Step | undefined>) => work(),
    onSuccess: (next) => {
      setStep(next);
      // Other sessions end with some of these changes.
      void queries.invalidateQueries({ queryKey: portalKeys(connection).sessions() });
      return queries.invalidateQueries({ queryKey });
    },
  });
  const open = (next: Step | undefined) => {
    act.reset();
    setStep(next);
  };
  const form = (fields: Pick<ProofFormProps, 'label' | 'factor' | 'children'>, send: Send) => (
    <ProofForm
      {...fields}
      username={username}
      error={act.error}
      pending={act.isPending}
      onSend={(proof) => act.mutate(() => send(proof))}
      onCancel={() => open(undefined)}
    />
  );
  const { enabled, app, since, recoveryCodes = 0, available } = status.data ?? {};
  return (
    <Section title={t('profile.twoStep')} text={t('profile.twoStep.text')}>
      {status.isPending && <Skeleton variant="rounded" height={48} aria-label={t('app.loading')} />}
      {status.error && (
        <Alert severity="error">
          <ErrorMessage error={status.error} />
        </Alert>
      )}
      {available === false && <Alert severity="info">{t('profile.twoStep.unavailable')}</Alert>}
      {enabled && (
        <Alert severity={recoveryCodes > 2 ? 'success' : 'warning'}>
          {t('profile.twoStep.on', { since: date(since ?? 0) })}{' '}
          {t('profile.twoStep.left', { count: recoveryCodes })}
        </Alert>
      )}
      {status.data && step === undefined && (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', '& > button': { minHeight: sizes.touch } }}>
          {!app && available && (
            <Button variant="outlined" onClick={() => open('add')}>
              {t('profile.twoStep.setUp')}
            </Button>
          )}
          {enabled && (
            <>
              <Button variant="outlined" onClick={() => open('renew')}>
                {t('profile.twoStep.renew')}
              </Button>
              {app && (
                <Button variant="outlined" color="error" onClick={() => open('remove')}>
                  {t('profile.twoStep.remove')}
                </Button>
              )}
            </>
          )}
        </Box>
      )}
      {step === 'add' &&
        form({ label: t('profile.twoStep.next'), factor }, async (typed) => ({
          scan: await addSecondFactor(connection, username, await factor.prove(typed)),
        }))}
      {step === 'renew' &&
        form({ label: t('profile.twoStep.renew'), factor }, async (typed) => ({
          codes: await renewRecoveryCodes(connection, username, await factor.prove(typed)),
        }))}
      {step === 'remove' &&
        form({ label: t('profile.twoStep.remove'), factor }, async (typed) => {
          await removeSecondFactor(connection, username, await factor.prove(typed));
          return undefined;
        })}
      {typeof step === 'object' &&
        'scan' in step &&
        form(
          { label: t('profile.twoStep.enable'), children: <Scan secret={step.scan} /> },
          async ({ code }) => ({ codes: await enableSecondFactor(connection, username, code) }),
        )}
      {typeof step === 'object' && 'codes' in step && (
        <RecoveryCodes codes={step.codes} onDone={() => open(undefined)} />
      )}
    </Section>
  );
}

type Send = (proof: { password: string; code: string }) => Promise<Step | undefined>;

/** The new secret, to be scanned or typed. */
function Scan({ secret: { secret, address } }: { secret: NewSecret }) {
  const { t } = useTranslation();
  return (
    <>
      <Typography>{t('profile.twoStep.scan')}</Typography>
      <Box sx={{ p: 2, bgcolor: '#fff', borderRadius: radii.card, justifySelf: 'start', lineHeight: 0 }}>
        {/* Dark on light in both themes, because many scanners support nothing else. */}
        <QRCodeSVG value={address} size={176} title={t('profile.twoStep.qr')} />
      </Box>
      <Link href={address} sx={{ justifySelf: 'start' }}>
        {t('profile.twoStep.open')}
      </Link>
      <CopyField
        label={t('profile.twoStep.secret')}
        value={secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        copy={t('profile.twoStep.copy')}
        copied={t('profile.twoStep.copied')}
        copyFailed={t('profile.twoStep.copyFailed')}
      />
    </>
  );
}
