import { type KeyboardEvent, useEffect, useId, useState } from 'react';

/** Options that PageUp and PageDown pass over. */
const page = 5;

interface Choosable {
  /** Unique among the options. */
  id: string;
}

interface ChoiceProps<Option extends Choosable> {
  options: readonly Option[];
  /** What the options were found for: with another text, the choice starts at the first again. */
  text: string;
  onEnter: (chosen: Option | undefined) => void;
  onClick: (option: Option) => void;
  onEscape: () => void;
}

/**
 * A field that chooses among the options of a list, by the ARIA pattern of a combobox. The choice follows its option, not its
 * place: results that arrive between two keys move options, and Enter must still do what is marked. It is derived while
 * rendering, so that no key comes between a new list and its choice, which MUI's `useAutocomplete` corrects in an effect.
 */
export function useChoice<Option extends Choosable>({
  options,
  text,
  onEnter,
  onClick,
  onEscape,
}: ChoiceProps<Option>) {
  const listId = useId();
  const [choice, setChoice] = useState({ text, id: options[0]?.id });
  const kept = choice.text === text && options.some(({ id }) => id === choice.id);
  const chosen = kept ? choice.id : options[0]?.id;
  if (chosen !== choice.id || text !== choice.text) setChoice({ text, id: chosen });

  const optionId = (id: string) => `${listId}-${id.replaceAll(/\s/g, '-')}`;
  const choose = (id: string | undefined) => setChoice({ text, id });
  const active = chosen === undefined ? undefined : optionId(chosen);
  const index = options.findIndex(({ id }) => id === chosen);

  // A new choice comes into view; a row under the pointer is in view already.
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    // The keys that end the composition of a letter belong to the keyboard's own menu.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onEscape();
    } else if (event.key === 'Enter') onEnter(options[index]);
    else {
      // With Shift they select letters of the field.
      const next = event.shiftKey ? undefined : destination(event.key, index, options.length);
      if (next === undefined) return;
      choose(options[next]?.id);
    }
    event.preventDefault();
  };

  return {
    inputProps: {
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': options.length > 0,
      'aria-controls': listId,
      'aria-activedescendant': active,
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
      onKeyDown,
    },
    listProps: { id: listId, role: 'listbox' },
    optionProps: (option: Option) => ({
      id: optionId(option.id),
      role: 'option',
      'aria-selected': option.id === chosen,
      // The field keeps the focus.
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      // Not `enter`: rows that arrive under a resting pointer are not chosen by it.
      onMouseMove: () => option.id !== chosen && choose(option.id),
      onClick: () => onClick(option),
    }),
  };
}

/** The place that a key leads to from a place, undefined for other keys; at the ends, the arrows go around. */
function destination(key: string, from: number, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return from >= last ? 0 : from + 1;
    case 'ArrowUp':
      return from <= 0 ? last : from - 1;
    case 'PageDown':
      return Math.min(from + page, last);
    case 'PageUp':
      return Math.max(from - page, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
