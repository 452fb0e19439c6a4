import SaveOutlined from '@mui/icons-material/SaveOutlined';
import Badge from '@mui/material/Badge';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import Tooltip from '@mui/material/Tooltip';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenTool } from '../../context/open-tool.ts';
import { useSaving } from './saving-context.ts';

/** Saves at once what one may save over, and opens the panel for everything else. Ctrl S and ⌘ S do the same. */
export function SaveButton() {
  const { t } = useTranslation();
  const { ready, work, mayOverwrite, status, kept, withoutHistory, save } = useSaving();
  const openTool = useOpenTool();
  const [told, setTold] = useState(false);
  const go = useCallback(async () => {
    if (!ready || status === 'saving') return;
    if (!mayOverwrite) return openTool('save');
    if (!(await save())) return openTool('save');
    setTold(true);
  }, [ready, status, mayOverwrite, openTool, save]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      // The browser would save the page.
      event.preventDefault();
      void go();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [go]);
  const state = !work.dirty ? t('saving.nothingNew') : kept ? t('saving.kept') : t('saving.unsaved');
  return (
    <>
      <Tooltip describeChild title={state}>
        <Badge color="primary" variant="dot" invisible={!work.dirty} overlap="rectangular" sx={dot}>
          <Button
            color="inherit"
            startIcon={<SaveOutlined fontSize="small" />}
            loading={status === 'saving'}
            loadingPosition="start"
            aria-description={state}
            onClick={() => void go()}
            sx={{ minHeight: 44, px: 1.5 }}
          >
            {t('saving.save')}
          </Button>
        </Badge>
      </Tooltip>
      <Snackbar
        open={told}
        autoHideDuration={5000}
        onClose={() => setTold(false)}
        message={withoutHistory ? t('saving.saved.withoutHistory') : t('saving.saved')}
      />
    </>
  );
}

/** Within the button's corner, at the end of the line in every direction of writing. */
const dot = {
  '&& .MuiBadge-badge': { top: 6, insetInline: 'auto 6px' },
  '&& .MuiBadge-badge:not(.MuiBadge-invisible)': { transform: 'none' },
} as const;
