import { type RefObject, useEffect } from 'react';

/**
 * Keeps what is typed between the keys that open the palette and the moment its field is there: on a slow line its code is
 * still on the way, and nothing that is typed may move the map instead.
 */
export function useTypingAhead(
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
