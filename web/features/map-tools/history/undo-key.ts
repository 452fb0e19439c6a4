/** Fields with their own undo. */
const fields =
  'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]';

/**
 * The action of a key press: Ctrl Z, Ctrl Shift Z or Ctrl Y, with ⌘ on a Mac; undefined for any other and inside
 * fields.
 */
export function undoKey(event: KeyboardEvent): 'undo' | 'redo' | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey, target, defaultPrevented } = event;
  if (defaultPrevented || altKey || !(ctrlKey || metaKey)) return undefined;
  if (target instanceof Element && target.closest(fields)) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey ? 'redo' : undefined;
}
