import ExpandMore from '@mui/icons-material/ExpandMore';
import SaveOutlined from '@mui/icons-material/SaveOutlined';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Snackbar from '@mui/material/Snackbar';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import { useAudience } from '../../../context/audience.ts';
import { useOpenTool } from '../../../context/open-map.ts';
import { useFormats } from '../../../i18n/index.ts';
import { useStore } from '../../../store.ts';
import { capabilitiesOf } from '../../../portal/capabilities.ts';
import { latinLetter } from '../../../ui/browser.ts';
import { radii, sizes } from '../../../ui/sizes.ts';
import { useSaving } from './saving-context.ts';
import { unconfirmedCopy } from './use-saving-actions.ts';

/** Milliseconds after which “2 minutes ago” is outdated. */
const minute = 60_000;

/**
 * Undo and Save. Visitors get them with their first change: then they can sign in to save it. So do members
 * who can neither overwrite this map nor create items: they are shown why.
 */
export function WorkActions({ children }: { children: ReactNode }) {
  const { user, portal } = useIdentity();
  const { work, mayOverwrite } = useSaving();
  const { mayUse } = useAudience();
  const maySave = user !== undefined && (mayOverwrite || capabilitiesOf(user, portal).createItems);
  return mayUse('save') && (maySave || work.dirty || work.undo || work.redo) ? children : null;
}

/**
 * The save button: saves at once if the user may overwrite the map, and opens the panel otherwise. Shows when the map
 * was saved, and confirms a copy when it has opened. Ctrl S and ⌘ S do the same.
 */
export function SaveButton() {
  const { t } = useTranslation();
  const { ready, work, item, mayOverwrite, status, saves, withoutHistory, save } = useSaving();
  const openTool = useOpenTool();
  // The save panel saves, too.
  const [noticed, setNoticed] = useState(saves);
  const copy = useStore(unconfirmedCopy);
  const isOpenedCopy = ready && copy !== undefined && copy === item?.id;
  const go = useCallback(async () => {
    if (!ready || status === 'saving') return;
    if (!mayOverwrite) return openTool('save');
    if (!(await save())) openTool('save');
  }, [ready, status, mayOverwrite, openTool, save]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (latinLetter(event) !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      // The browser would save the page.
      event.preventDefault();
      void go();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [go]);
  const state = useStateText();
  return (
    <>
      <Tooltip describeChild disableInteractive title={state}>
        <Badge color="primary" variant="dot" invisible={!work.dirty} overlap="rectangular" sx={dot}>
          <Button
            color="inherit"
            startIcon={<SaveOutlined fontSize="small" />}
            loading={status === 'saving'}
            loadingPosition="start"
            aria-description={state}
            onClick={() => void go()}
            sx={{ minHeight: sizes.touch, px: 1.5 }}
          >
            <Box component="span" sx={{ textAlign: 'start' }}>
              {t('saving.save')}
              {mayOverwrite && (
                <Typography component="span" aria-hidden sx={styles.state}>
                  {work.dirty ? t('saving.unsaved') : state}
                </Typography>
              )}
            </Box>
          </Button>
        </Badge>
      </Tooltip>
      <Tooltip title={t('saving.more')} disableInteractive>
        <IconButton aria-label={t('saving.more')} onClick={() => openTool('save')} sx={styles.more}>
          <ExpandMore fontSize="small" />
        </IconButton>
      </Tooltip>
      <Snackbar
        key={saves}
        open={noticed !== saves || isOpenedCopy}
        autoHideDuration={5000}
        onClose={() => {
          setNoticed(saves);
          if (isOpenedCopy) unconfirmedCopy.set(undefined);
        }}
        message={withoutHistory ? t('saving.saved.withoutHistory') : t('saving.saved')}
      />
    </>
  );
}

/** Whether there are unsaved changes, else when the map was last saved. */
function useStateText(): string {
  const { t } = useTranslation();
  const { ago } = useFormats();
  const { work, kept, item, mayOverwrite } = useSaving();
  const [, setMinutes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinutes((count) => count + 1), minute);
    return () => clearInterval(timer);
  }, []);
  if (work.dirty) return kept ? t('saving.kept') : t('saving.unsaved');
  return item && mayOverwrite ? t('saving.savedAt', { when: ago(item.modified) }) : t('saving.nothingNew');
}

const styles = {
  // On phones the panel is among the tools.
  more: {
    display: { xs: 'none', sm: 'inline-flex' },
    width: 36,
    height: sizes.touch,
    borderRadius: radii.control,
    marginInlineStart: -1,
  },
  state: {
    display: { xs: 'none', md: 'block' },
    fontSize: '0.6875rem',
    lineHeight: 1.2,
    fontWeight: 400,
    color: 'text.secondary',
    maxWidth: 200,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
} as const;

/** In the button's corner, at the inline end in every writing direction. */
const dot = {
  '&& .MuiBadge-badge': { top: 6, insetInline: 'auto 6px' },
  '&& .MuiBadge-badge:not(.MuiBadge-invisible)': { transform: 'none' },
} as const;
