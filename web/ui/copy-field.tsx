import Check from '@mui/icons-material/Check';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useState } from 'react';
import { copyText } from './browser.ts';
import { sizes, textSizes } from './sizes.ts';

interface CopyFieldProps {
  label: string;
  value: string;
  /** The button's label, before and after. */
  copy: string;
  copied: string;
  /** Shown when the browser does not let pages copy. */
  copyFailed: string;
}

/** Text to copy: with one click, or fully selected on focus. */
export function CopyField({ label, value, copy, copied: done, copyFailed }: CopyFieldProps) {
  // Another text than the copied one may be shown since.
  const [lastCopied, setLastCopied] = useState<string>();
  const copied = lastCopied === value;
  const [failed, setFailed] = useState(false);
  const take = async () => {
    // Announced again each time.
    setLastCopied(undefined);
    setFailed(false);
    const taken = await copyText(value);
    setFailed(!taken);
    // The previous clipboard content remains.
    if (taken) setLastCopied(value);
  };
  return (
    <TextField
      size="small"
      fullWidth
      label={label}
      value={value}
      helperText={failed ? copyFailed : undefined}
      onFocus={(event) => event.target.select()}
      sx={labelAbove}
      slotProps={{
        htmlInput: { readOnly: true, dir: 'ltr' },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <Tooltip title={copied ? done : copy}>
                <IconButton
                  aria-label={copy}
                  edge="end"
                  onClick={() => void take()}
                  sx={{ width: sizes.touch, height: sizes.touch }}
                >
                  {copied ? <Check fontSize="small" /> : <ContentCopy fontSize="small" />}
                </IconButton>
              </Tooltip>
              {/* Nothing else announces it: the button keeps its name. */}
              <Box component="output" sx={visuallyHidden}>
                {failed ? copyFailed : copied ? done : ''}
              </Box>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

/** Its label explains the text in many words, which wrap above the field. */
const labelAbove = {
  '& > .MuiInputLabel-root': {
    position: 'static',
    transform: 'none',
    maxWidth: '100%',
    mb: 0.5,
    fontSize: textSizes.small,
    whiteSpace: 'normal',
  },
  '& fieldset': { top: 0 },
  '& legend': { display: 'none' },
} as const;
