import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { type AppChoices, type AppKind, appKinds } from '../../../../../portal/applications.ts';
import { Choice } from '../../../../../ui/choice.tsx';
import { sizes } from '../../../../../ui/sizes.ts';

interface ApplicationFormProps {
  before?: AppChoices;
  action: string;
  pending: boolean;
  saved: boolean;
  error: Error | null;
  onSave: (choices: AppChoices) => void;
}

/** Where an application runs and to which addresses users return after signing in. */
export function ApplicationForm({ before, action, pending, saved, error, onSave }: ApplicationFormProps) {
  const { t } = useTranslation();
  const written = before?.redirect_uris.join('\n') ?? '';
  const [kind, setKind] = useState<AppKind>(before?.appType ?? 'browser');
  const [text, setText] = useState(written);
  const addresses = text.split(/\s+/).filter((address) => address !== '');
  const wrong = addresses.find((address) => !URL.canParse(address));
  const changed = !before || kind !== before.appType || addresses.join('\n') !== written;
  const ready = changed && wrong === undefined && addresses.length > 0 && !pending;
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onSave({ appType: kind, redirect_uris: addresses });
      }}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
    >
      <Choice
        label={t('gallery.app.kind')}
        value={kind}
        options={appKinds.map((each) => [each, t(`gallery.app.kind.${each}`)] as const)}
        onChoose={setKind}
      />
      <TextField
        multiline
        required
        minRows={2}
        maxRows={8}
        label={t('gallery.app.addresses')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={wrong !== undefined}
        helperText={
          wrong === undefined
            ? t('gallery.app.addresses.hint')
            : t('gallery.app.addresses.wrong', { address: wrong })
        }
        slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false } }}
        sx={{ '& .MuiFormHelperText-root': { overflowWrap: 'anywhere' } }}
      />
      {error && (
        <Alert severity="error">
          <ErrorMessage error={error} />
        </Alert>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" disabled={!ready} sx={{ minHeight: sizes.touch }}>
          {action}
        </Button>
        {/* Mounted before it has text, so that screen readers announce the text. */}
        <Typography component="output" variant="body2" color="textSecondary">
          {saved && !changed ? t('gallery.settings.saved') : ''}
        </Typography>
      </Box>
    </Box>
  );
}
