import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { copyText } from '../../../ui/browser.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { sizes } from '../../../ui/sizes.ts';
import type { ConfirmingFactor } from './use-second-factor.ts';

export interface ProofFormProps {
  label: string;
  username: string;
  /** Confirms the change besides the password; absent where only a code of an app is asked for. */
  factor?: ConfirmingFactor;
  children?: ReactNode;
  error: Error | null;
  pending: boolean;
  onSend: (proof: { password: string; code: string }) => void;
  onCancel: () => void;
}

/** A form for the password and the second factor, or for a code of an app. It replaces the button that opened it, so it takes the focus. */
export function ProofForm(props: ProofFormProps) {
  const { label, username, factor, children, error, pending } = props;
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSend({ password, code });
  };
  return (
    <Box ref={form} component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {children}
      {factor && (
        <>
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <PasswordField
            label={t('profile.password.today')}
            show={t('profile.password.show', { label: t('profile.password.today') })}
            value={password}
            onChange={setPassword}
          />
        </>
      )}
      {factor ? (
        <FactorFields factor={factor} value={code} onChange={setCode} />
      ) : (
        <CodeField isOnly value={code} onChange={setCode} />
      )}
      {error && (
        <Alert severity="error">
          <ErrorMessage error={error} />
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', '& > button': { minHeight: sizes.touch } }}>
        <Button type="submit" variant="contained" disabled={factor?.isKnown === false} loading={pending}>
          {label}
        </Button>
        {/* While it runs, its error would be lost. */}
        <Button disabled={pending} onClick={props.onCancel}>
          {t('profile.twoStep.cancel')}
        </Button>
      </Box>
    </Box>
  );
}

interface FactorFieldsProps {
  factor: ConfirmingFactor;
  value: string;
  onChange: (code: string) => void;
}

/** The field that a second factor needs beside the password, if any. */
export function FactorFields({ factor, value, onChange }: FactorFieldsProps) {
  const { t } = useTranslation();
  const { code, error, retry } = factor;
  if (code) return <CodeField isOptional={code === 'optional'} value={value} onChange={onChange} />;
  if (!error) return null;
  const again = (
    <Button color="inherit" onClick={retry}>
      {t('app.tryAgain')}
    </Button>
  );
  return (
    <Alert severity="error" action={again}>
      <ErrorMessage error={error} />
    </Alert>
  );
}

interface CodeFieldProps {
  /** Whether the code must be one of an app, without a password beside it. */
  isOnly?: boolean;
  isOptional?: boolean;
  value: string;
  onChange: (code: string) => void;
}

/** A field for a code of an authenticator app, or a recovery code. */
function CodeField({ isOnly = false, isOptional = false, value, onChange }: CodeFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      required={!isOptional}
      fullWidth
      label={t('profile.twoStep.code')}
      helperText={isOnly ? t('profile.twoStep.code.help') : t('profile.twoStep.code.either')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        htmlInput: {
          dir: 'ltr',
          maxLength: 100,
          autoComplete: 'one-time-code',
          // Recovery codes have letters.
          ...(isOnly && { inputMode: 'numeric' }),
        },
      }}
    />
  );
}

/** The recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<boolean>();
  return (
    <>
      <Alert severity="warning">{t('profile.twoStep.keep')}</Alert>
      <Box
        component="ul"
        dir="ltr"
        aria-label={t('profile.twoStep.codes')}
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          fontFamily: 'monospace',
          overflowWrap: 'anywhere',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      {copied === false && <Alert severity="error">{t('profile.twoStep.copyFailed')}</Alert>}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', '& > button': { minHeight: sizes.touch } }}>
        <Button variant="outlined" onClick={() => void copyText(codes.join('\n')).then(setCopied)}>
          {copied ? t('profile.twoStep.copied') : t('profile.twoStep.copyAll')}
        </Button>
        <Button variant="contained" onClick={onDone}>
          {t('profile.twoStep.done')}
        </Button>
      </Box>
    </>
  );
}
