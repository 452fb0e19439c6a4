import { useEffect, useRef } from 'react';

/** A direction in which the view turns or zooms. */
export type TurnName = 'up' | 'down' | 'left' | 'right' | 'in' | 'out';

const names: Readonly<Record<string, TurnName>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  '+': 'in',
  // The key of the plus sign on English keyboards, without Shift.
  '=': 'in',
  '-': 'out',
};

/** Where arrow keys choose. */
const lists = '[role="combobox"], [role="listbox"], input, select, textarea';

/** Handles the keys of a panorama, wherever the focus is: arrows turn, plus and minus zoom, Enter walks on. */
export function useTurnKeys(onTurn: (name: TurnName) => void, onAhead: () => void): void {
  const latest = useRef({ onTurn, onAhead });
  useEffect(() => {
    latest.current = { onTurn, onAhead };
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const focused = target instanceof Element ? target : undefined;
      if (focused?.closest(lists)) return;
      const name = names[key];
      if (name) {
        event.preventDefault();
        latest.current.onTurn(name);
        // Enter on a button presses it.
      } else if (key === 'Enter' && !focused?.closest('button')) latest.current.onAhead();
    };
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, []);
}
