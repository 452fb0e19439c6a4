import { useState } from 'react';

/** The selected items among the visible ones. */
export interface Selection {
  ids: readonly string[];
  has: (id: string) => boolean;
  all: boolean;
  some: boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** Selects among the visible items; items that are no longer visible are deselected. */
export function useSelection(visible: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = visible.filter((id) => chosen.has(id));
  return {
    ids,
    has: (id) => ids.includes(id),
    all: ids.length > 0 && ids.length === visible.length,
    some: ids.length > 0,
    toggle: (id) => setChosen(new Set(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    toggleAll: () => setChosen(new Set(ids.length === visible.length ? [] : visible)),
    clear: () => setChosen(new Set()),
  };
}
