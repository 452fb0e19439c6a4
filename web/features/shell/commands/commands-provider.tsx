import KeyboardCommandKey from '@mui/icons-material/KeyboardCommandKey';
import ManageSearch from '@mui/icons-material/ManageSearch';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { earlyText, forgetEarlyText } from '../../../context/early-input.ts';
import { Hint } from '../../../ui/hint.tsx';
import { isApple, latinLetter } from '../../../ui/browser.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';
import { loadMessages } from '../../../i18n/index.ts';
import { sizes } from '../../../ui/sizes.ts';
import { CommandsContext, type CommandSource, useCommands } from './commands-context.ts';

/**
 * The command palette of an organisation's pages, which Ctrl K or ⌘ K opens anywhere. Until then only this
 * file and the button are loaded.
 */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [{ open, text }, setPalette] = useState(() => {
    const early = earlyText();
    return { open: early !== undefined, text: early ?? '' };
  });
  useEffect(forgetEarlyText, []);
  const [sources, setSources] = useState<ReadonlyMap<string, CommandSource>>(() => new Map());
  const field = useRef<HTMLInputElement>(null);
  // The field takes the focus when it is mounted.
  const holdField = useCallback((input: HTMLInputElement | null) => {
    field.current = input;
    input?.focus();
  }, []);
  const register = useCallback((name: string, source: CommandSource | undefined) => {
    setSources((before) => {
      const after = new Map(before);
      if (source) after.set(name, source);
      else after.delete(name);
      return after;
    });
  }, []);
  const actions = useMemo(
    () => ({
      // The text is cleared when the palette opens again, not during the closing animation.
      setOpen: (next: boolean) =>
        setPalette((is) => (next && !is.open ? { open: true, text: '' } : { ...is, open: next })),
      toggle: () => setPalette((is) => (is.open ? { ...is, open: false } : { open: true, text: '' })),
      setText: (next: string) => setPalette((is) => ({ ...is, text: next })),
      addText: (more: string) => setPalette((is) => ({ ...is, text: is.text + more })),
      close: () => setPalette((is) => ({ ...is, open: false })),
    }),
    [],
  );
  useTypingAhead(open, field, actions.addText, actions.close);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      if (!event.repeat) actions.toggle();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [actions]);
  const value = useMemo(
    () => ({ open, text, holdField, sources, register, setOpen: actions.setOpen, setText: actions.setText }),
    [open, text, sources, register, actions, holdField],
  );
  return (
    <CommandsContext value={value}>
      {children}
      <LazyBoundary wanted={open} load={loadPalette} props={nothing} />
    </CommandsContext>
  );
}

async function loadPalette() {
  const [{ Palette }] = await Promise.all([import('./palette.tsx'), loadMessages('others')]);
  return Palette;
}

const nothing = {};

/** Ctrl K or ⌘ K on any keyboard. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  return ctrlKey !== metaKey && !altKey && !shiftKey && latinLetter(event) === 'k';
}

/**
 * Buffers the text typed between the shortcut and the mounting of the palette's field: on a slow connection
 * its code is still loading, and the keys must not move the map instead.
 */
function useTypingAhead(
  open: boolean,
  field: RefObject<HTMLInputElement | null>,
  onText: (text: string) => void,
  onEscape: () => void,
): void {
  useEffect(() => {
    if (!open) return undefined;
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (field.current || ctrlKey || metaKey || altKey) return;
      if (key === 'Escape') onEscape();
      else if (key.length === 1) onText(key);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [open, field, onText, onEscape]);
}

/** Opens the palette, and shows its keyboard shortcut. */
export function CommandButton() {
  const { t } = useTranslation();
  const { open, setOpen } = useCommands();
  const apple = isApple();
  const keys = apple ? '⌘ K' : 'Ctrl K';
  return (
    <Hint
      title={
        <Box component="span" sx={{ display: 'flex', gap: 1 }}>
          {t('commands.title')}
          <bdi>{keys}</bdi>
        </Box>
      }
    >
      <IconButton
        color="inherit"
        aria-label={t('commands.title')}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        sx={{ width: sizes.touch, height: sizes.touch }}
      >
        {apple ? <KeyboardCommandKey fontSize="small" /> : <ManageSearch />}
      </IconButton>
    </Hint>
  );
}
