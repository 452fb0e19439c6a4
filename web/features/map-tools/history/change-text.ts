import type { TFunction } from 'i18next';
import type { MapChange } from '../../../map/document/changes-between.ts';

/** Changes that are listed; the others are counted. */
const mostListed = 3;

/** One difference in the user's language: “Layer Stops hidden”. */
export function changeText(t: TFunction, { kind, layer, to = '' }: MapChange): string {
  return t(`history.change.${kind}`, { layer: layer || t('history.layer.untitled'), to });
}

/** Several differences in one line: the first ones, and the number of the rest. */
export function changesText(t: TFunction, changes: readonly MapChange[]): string {
  const first = changes.slice(0, mostListed).map((change) => changeText(t, change));
  const more = changes.length - first.length;
  return [...first, ...(more > 0 ? [t('history.more', { count: more })] : [])].join(', ');
}
