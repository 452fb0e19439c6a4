import Check from '@mui/icons-material/Check';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../../ui/browser.ts';
import { sizes } from '../../../../ui/sizes.ts';

/** A secret that is shown only once: a link, or an initial password. */
export function SecretField({ label, value, note }: { label: string; value: string; note: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<boolean>();
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Alert severity="info">{note}</Alert>
      <TextField
        fullWidth
        multiline
        label={label}
        value={value}
        helperText={copied === false ? t('people.copyFailed') : undefined}
        onFocus={(event) => event.target.select()}
        slotProps={{ htmlInput: { readOnly: true, dir: 'ltr' } }}
      />
      <Button
        variant="contained"
        startIcon={copied ? <Check /> : <ContentCopy />}
        onClick={() => void copyText(value).then(setCopied)}
        sx={{ minHeight: sizes.touch, justifySelf: 'start' }}
      >
        {copied ? t('people.copied') : t('people.copy')}
      </Button>
    </Box>
  );
}
