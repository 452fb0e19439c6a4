import Check from '@mui/icons-material/Check';
import ContentCopy from '@mui/icons-material/ContentCopy';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/copy-text.ts';

/** Copies a text and says so. */
export function CopyButton({ text, name }: { text: string; name?: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState('');
  const label = copied === text ? t('measure.copied') : t('measure.copy');
  const copy = async () => {
    if (await copyText(text)) setCopied(text);
  };
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={name ? `${label}: ${name}` : label}
        onClick={() => void copy()}
        sx={{ width: 44, height: 44 }}
      >
        {copied === text ? <Check fontSize="small" /> : <ContentCopy fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}
