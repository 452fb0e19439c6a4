import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Offer } from './command.ts';
import { CommandsContext } from './commands-context.ts';
import { LazyBoundary } from './lazy-boundary.tsx';

/**
 * The command palette of an organisation's pages, which Ctrl K or ⌘ K opens anywhere. Until then only this file and the button
 * are loaded.
 */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [{ open, text }, setPalette] = useState({ open: false, text: '' });
  const [offers, setOffers] = useState<ReadonlyMap<string, Offer>>(() => new Map());
  const field = useRef<HTMLInputElement>(null);
  // The field takes the focus when it is mounted.
  const holdField = useCallback((input: HTMLInputElement | null) => {
    field.current = input;
    input?.focus();
  }, []);
  const publish = useCallback((source: string, offer: Offer | undefined) => {
    setOffers((before) => {
      const after = new Map(before);
      if (offer) after.set(source, offer);
      else after.delete(source);
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
    () => ({ open, text, holdField, offers, publish, setOpen: actions.setOpen, setText: actions.setText }),
    [open, text, offers, publish, actions, holdField],
  );
  return (
    <CommandsContext value={value}>
      {children}
      <LazyBoundary wanted={open} load={loadPalette} props={nothing} />
    </CommandsContext>
  );
}

const loadPalette = async () => (await import('./palette.tsx')).Palette;
const nothing = {};

/** Ctrl K or ⌘ K on any keyboard: on layouts without Latin letters the key's position counts. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (ctrlKey === metaKey || altKey || shiftKey) return false;
  return key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key));
}

/**
 * Buffers the text typed between the shortcut and the mounting of the palette's field: on a slow connection its code is still
 * loading, and the keys must not move the map instead.
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
