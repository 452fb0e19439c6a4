import { type KeyboardEvent, useEffect, useId, useState } from 'react';

/** The number of options that PageUp and PageDown move by. */
const page = 5;

interface Choosable {
  /** Unique among the options. */
  id: string;
}

interface ChoiceProps<Option extends Choosable> {
  options: readonly Option[];
  /** The text that the options match: when it changes, the first option is selected. */
  text: string;
  onEnter: (chosen: Option | undefined) => void;
  onClick: (option: Option) => void;
  onEscape: () => void;
}

/**
 * A field that selects one of a list's options, by the ARIA pattern of a combobox. The selection follows its
 * option, not its index: results that arrive between two keys move options, and Enter must still run the
 * highlighted one. It is derived during rendering, so that no key comes between a new list and its selection,
 * which MUI's `useAutocomplete` corrects in an effect.
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

  // Scrolls a new selection into view; a row under the pointer already is.
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    // The keys that end the composition of a letter belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onEscape();
    } else if (event.key === 'Enter') onEnter(options[index]);
    else {
      // With Shift they select text in the field.
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
      // Not `enter`: rows that appear under a resting pointer must not be selected by it.
      onMouseMove: () => option.id !== chosen && choose(option.id),
      onClick: () => onClick(option),
    }),
  };
}

/** The index that a key moves to; undefined for other keys. At the ends, arrow keys wrap around. */
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

/** Milliseconds without typing before a server is queried. */
const silence = 250;

/** The typed text, once it has not changed for a while. */
export function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text.trim());
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), silence);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
