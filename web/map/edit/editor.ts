import type { MapInternals } from '../map-model.ts';
import { addInnerStyle } from '../sdk/tools/inner-style.ts';

/** White letters can be read on this green; the one that marks things is too light for them. */
const readableButtons = `calcite-button { --calcite-color-brand: var(--mui-palette-primary-readable); }`;

/** The SDK's editor has the clicks for itself while it is shown. */
export function beginEditing({ claimClicks }: MapInternals, editor: HTMLElement): () => void {
  const release = claimClicks();
  void addInnerStyle(editor, readableButtons);
  return release;
}
