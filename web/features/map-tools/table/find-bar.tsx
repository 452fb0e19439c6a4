import Close from '@mui/icons-material/Close';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { TouchButton } from '../../../ui/touch-button.tsx';
import type { FeatureTable } from '../../../map/table/feature-table.ts';
import type { FoundRows } from '../../../map/table/find-rows.ts';

export interface FindBarProps {
  table: FeatureTable;
  onClose: () => void;
}

interface Found extends FoundRows {
  text: string;
  /** Index of the row that is shown. */
  at: number;
}

/** Finds rows by a text, and visits them one after the other. Enter is the next one, Shift+Enter the previous one. */
export function FindBar({ table, onClose }: FindBarProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found>();
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      running.current?.abort();
      void table.showRow(undefined, new AbortController().signal);
    },
    [table],
  );
  const wanted = text.trim();
  const current = found?.text === wanted ? found : undefined;
  const step = async (by: 1 | -1) => {
    if (wanted === '') return;
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setError(undefined);
    try {
      const known = current ?? { text: wanted, at: by === 1 ? -1 : 0, ...(await table.find(wanted, signal)) };
      const { length } = known.ids;
      const at = length === 0 ? -1 : (known.at + by + length) % length;
      if (signal.aborted) return;
      setFound({ ...known, at });
      await table.showRow(known.ids[at], signal);
    } catch (cause) {
      if (!signal.aborted) setError(cause);
    }
  };
  return (
    <Box
      component="search"
      aria-label={t('table.find')}
      sx={styles.bar}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The first Escape closes the search, the next one the table.
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <TextField
        size="small"
        // oxlint-disable-next-line jsx_a11y/no-autofocus -- the person opened it to type
        autoFocus
        value={text}
        placeholder={t('table.find.text')}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void step(event.shiftKey ? -1 : 1);
        }}
        slotProps={{
          htmlInput: { 'aria-label': t('table.find.text') },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
        sx={{ flex: '1 1 160px', minWidth: 'min(100%, 160px)', maxWidth: 360 }}
      />
      <TouchButton
        placement="top"
        label={t('table.find.previous')}
        disabled={wanted === ''}
        onClick={() => void step(-1)}
      >
        <KeyboardArrowUp fontSize="small" />
      </TouchButton>
      <TouchButton
        placement="top"
        label={t('table.find.next')}
        disabled={wanted === ''}
        onClick={() => void step(1)}
      >
        <KeyboardArrowDown fontSize="small" />
      </TouchButton>
      <Typography component="output" variant="body2" color={error === undefined ? 'textSecondary' : 'error'}>
        {error !== undefined ? (
          <ErrorMessage error={error} />
        ) : (
          current &&
          (current.total === 0
            ? t('table.find.none')
            : t('table.find.place', { place: number(current.at + 1), total: number(current.total) }))
        )}
      </Typography>
      <Box sx={{ marginInlineStart: 'auto' }}>
        <TouchButton placement="top" label={t('table.find.close')} onClick={onClose}>
          <Close fontSize="small" />
        </TouchButton>
      </Box>
    </Box>
  );
}

const styles = {
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    flexShrink: 0,
    gap: 0.5,
    paddingInlineStart: 2,
    paddingInlineEnd: 0.5,
    py: 0.5,
    borderTop: 1,
    borderColor: 'divider',
  },
} as const;
