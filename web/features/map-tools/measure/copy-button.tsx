import Check from '@mui/icons-material/Check';
import ContentCopy from '@mui/icons-material/ContentCopy';
import IconButton from '@mui/material/IconButton';
import Snackbar from '@mui/material/Snackbar';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../ui/browser.ts';
import { sizes } from '../../../ui/sizes.ts';

/** Copies a text and confirms it, or reports that the browser did not allow it. */
export function CopyButton({ text, name }: { text: string; name?: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState('');
  const [failed, setFailed] = useState(false);
  const label = copied === text ? t('measure.copied') : t('measure.copy');
  const copy = async () => {
    const done = await copyText(text);
    setFailed(!done);
    if (done) setCopied(text);
  };
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={name ? `${label}: ${name}` : label}
          onClick={() => void copy()}
          sx={{ width: sizes.touch, height: sizes.touch }}
        >
          {copied === text ? <Check fontSize="small" /> : <ContentCopy fontSize="small" />}
        </IconButton>
      </Tooltip>
      <Snackbar
        open={failed}
        message={t('sharing.copyFailed')}
        autoHideDuration={6000}
        onClose={() => setFailed(false)}
      />
    </>
  );
}
