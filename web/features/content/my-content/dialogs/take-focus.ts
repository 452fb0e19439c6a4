/** A `ref` for the main field of a small dialog: focuses it on mount. */
export function takeFocus(field: HTMLElement | null): void {
  field?.focus();
}
