import Key from '@mui/icons-material/Key';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import {
  addPasskey,
  browserHasPasskeys,
  loadPasskeys,
  type Passkey,
  removePasskey,
} from '../../../portal/accounts/passkeys.ts';
import { portalKeys } from '../../../portal/query-keys.ts';
import { Section } from '../../../ui/section.tsx';
import { sizes } from '../../../ui/sizes.ts';
import { DeviceList, DeviceRow } from './device-row.tsx';
import { ProofForm, RecoveryCodes } from './proof-form.tsx';
import { deviceOf } from './sessions-section.tsx';
import { useSecondFactor } from './use-second-factor.ts';

/** What the section shows below its list. */
type Step = 'add' | { remove: Passkey } | { codes: string[] };

/** Passkeys: sign in by fingerprint, face or PIN of a device instead of the password. */
export function PasskeysSection({ username }: { username: string }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>();
  const [name, setName] = useState(() => deviceOf(navigator.userAgent));
  const keys = portalKeys(connection);
  const factor = useSecondFactor(username);
  const own = useQuery({
    queryKey: keys.passkeys(username),
    queryFn: ({ signal }) => loadPasskeys(connection, username, signal),
  });
  const act = useMutation({
    mutationFn: (work: () => Promise<Step | undefined>) => work(),
    onSuccess: (next) => {
      setStep(next);
      void queries.invalidateQueries({ queryKey: keys.sessions() });
      void queries.invalidateQueries({ queryKey: keys.secondFactor(username) });
      return queries.invalidateQueries({ queryKey: keys.passkeys(username) });
    },
  });
  const open = (next: Step | undefined) => {
    act.reset();
    setStep(next);
  };
  const { passkeys = [], available } = own.data ?? {};
  const canAdd = available === true && browserHasPasskeys();
  const form = { username, error: act.error, pending: act.isPending, onCancel: () => open(undefined) };
  return (
    <Section title={t('profile.passkeys')} text={t('profile.passkeys.text')}>
      {own.isPending && <Skeleton variant="rounded" height={48} aria-label={t('app.loading')} />}
      {own.error && (
        <Alert severity="error">
          <ErrorMessage error={own.error} />
        </Alert>
      )}
      {available === false && <Alert severity="info">{t('error.refusal.no-passkeys')}</Alert>}
      {available && !browserHasPasskeys() && (
        <Alert severity="info">{t('profile.passkeys.unsupported')}</Alert>
      )}
      {passkeys.length > 0 && (
        <DeviceList>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRemove={() => !act.isPending && open({ remove: passkey })}
            />
          ))}
        </DeviceList>
      )}
      {canAdd && step === undefined && (
        <Button
          variant="outlined"
          onClick={() => open('add')}
          sx={{ minHeight: sizes.touch, justifySelf: 'start' }}
        >
          {t('profile.passkeys.add')}
        </Button>
      )}
      {step === 'add' && (
        <ProofForm
          {...form}
          factor={factor}
          label={t('profile.passkeys.create')}
          onSend={(typed) =>
            act.mutate(async () => {
              const proof = await factor.prove(typed);
              const codes = await addPasskey(connection, username, { ...proof, name });
              return codes && { codes };
            })
          }
        >
          <TextField
            required
            fullWidth
            label={t('profile.passkeys.name')}
            helperText={t('profile.passkeys.name.help')}
            value={name}
            onChange={({ target }) => setName(target.value)}
            slotProps={{ htmlInput: { dir: 'auto', maxLength: 60 } }}
          />
        </ProofForm>
      )}
      {typeof step === 'object' && 'remove' in step && (
        <ProofForm
          key={step.remove.id}
          {...form}
          factor={factor}
          label={t('profile.passkeys.remove', { name: step.remove.name })}
          onSend={(typed) =>
            act.mutate(async () => {
              const proof = await factor.prove(typed);
              await removePasskey(connection, username, { ...proof, id: step.remove.id });
              return undefined;
            })
          }
        />
      )}
      {typeof step === 'object' && 'codes' in step && (
        <RecoveryCodes codes={step.codes} onDone={() => open(undefined)} />
      )}
    </Section>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { t } = useTranslation();
  const { ago, date } = useFormats();
  const { name, created, lastUsed, synced } = passkey;
  const used =
    lastUsed === null
      ? t('profile.passkeys.created', { created: date(created) })
      : t('profile.passkeys.used', { created: date(created), used: ago(lastUsed) });
  return (
    <DeviceRow
      icon={<Key color="action" />}
      name={name}
      text={synced ? `${used} ${t('profile.passkeys.synced')}` : used}
      action={{
        label: t('profile.passkeys.removeShort'),
        name: t('profile.passkeys.remove', { name }),
        color: 'error',
        onClick: onRemove,
      }}
    />
  );
}
