/** For the field a small dialog is about: given as its `ref`, it has the keyboard as soon as it is there. */
export function takeFocus(field: HTMLElement | null): void {
  field?.focus();
}
