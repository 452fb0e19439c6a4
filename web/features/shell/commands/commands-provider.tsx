import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Offer } from './command.ts';
import { CommandsContext } from './commands-context.ts';
import { LazyBoundary } from './lazy-boundary.tsx';

/**
 * The command palette of an organisation's pages: Ctrl K, or ⌘ K, opens it anywhere. Nothing but this file and the button
 * is loaded before that.
 */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [{ open, text }, setPalette] = useState({ open: false, text: '' });
  const [offers, setOffers] = useState<ReadonlyMap<string, Offer>>(() => new Map());
  const field = useRef<HTMLInputElement>(null);
  // The field takes the focus as soon as it is there.
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
      // What was typed before is forgotten when the palette opens again, not while it is being closed.
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

/** Ctrl K or ⌘ K, on whatever keyboard: on layouts without Latin letters the key's place counts. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (ctrlKey === metaKey || altKey || shiftKey) return false;
  return key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key));
}

/**
 * Keeps what is typed between the keys that open the palette and the moment its field is there: on a slow line its code is
 * still on the way, and nothing that is typed may move the map instead.
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
