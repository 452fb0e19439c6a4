import Check from '@mui/icons-material/Check';
import ContentCopy from '@mui/icons-material/ContentCopy';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/copy-text.ts';

export interface CopyFieldProps {
  label: string;
  value: string;
  /** What the button says. */
  copy: string;
}

/** Text to take along: copied with one click, and marked whole when it is focused. */
export function CopyField({ label, value, copy }: CopyFieldProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const [failed, setFailed] = useState(false);
  const take = async () => {
    const done = await copyText(value);
    setFailed(!done);
    // What was copied before stays copied.
    if (done) setCopied(true);
  };
  return (
    <TextField
      size="small"
      fullWidth
      label={label}
      value={value}
      helperText={failed ? t('sharing.copyFailed') : undefined}
      onFocus={(event) => event.target.select()}
      slotProps={{
        htmlInput: { readOnly: true, dir: 'ltr' },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <Tooltip title={copied ? t('sharing.copied') : copy}>
                <IconButton
                  aria-label={copy}
                  edge="end"
                  onClick={() => void take()}
                  sx={{ width: 44, height: 44 }}
                >
                  {copied ? <Check fontSize="small" /> : <ContentCopy fontSize="small" />}
                </IconButton>
              </Tooltip>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
