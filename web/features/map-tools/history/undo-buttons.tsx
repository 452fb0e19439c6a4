import Redo from '@mui/icons-material/Redo';
import Undo from '@mui/icons-material/Undo';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { TFunction } from 'i18next';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapChange } from '../../../map/document/changes-between.ts';
import { useMapWork, useWorkState } from '../../../map/document/map-work.ts';
import { latinLetter } from '../../../ui/browser.ts';
import { radii, sizes } from '../../../ui/sizes.ts';

/** Undoes and redoes changes on the map, as do Ctrl Z and Ctrl Shift Z (⌘ on a Mac). */
export function UndoButtons() {
  const { t } = useTranslation();
  const work = useMapWork();
  const { undo, redo } = useWorkState(work);
  useEffect(() => {
    if (!work) return undefined;
    const press = (event: KeyboardEvent) => {
      const action = undoKey(event);
      if (!action) return;
      event.preventDefault();
      work[action]();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [work]);
  return (
    <>
      <Step
        label={undo ? t('history.undoWhat', { what: changesText(t, undo) }) : t('history.undo')}
        disabled={!undo}
        onClick={() => work?.undo()}
      >
        <Undo fontSize="small" />
      </Step>
      <Step
        label={redo ? t('history.redoWhat', { what: changesText(t, redo) }) : t('history.redo')}
        disabled={!redo}
        onClick={() => work?.redo()}
      >
        <Redo fontSize="small" />
      </Step>
    </>
  );
}

function Step({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip describeChild title={label}>
      {/* A disabled button receives no pointer events, so the tooltip is on its wrapper. */}
      <span>
        <IconButton
          aria-label={label}
          disabled={disabled}
          onClick={onClick}
          sx={{
            width: sizes.touch,
            height: sizes.touch,
            borderRadius: radii.control,
            '[dir=rtl] & svg': { transform: 'scaleX(-1)' },
          }}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}

/** Fields with their own undo. */
const fields =
  'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]';

/**
 * The action of a key press: Ctrl Z, Ctrl Shift Z or Ctrl Y, with ⌘ on a Mac; undefined for any other and inside
 * fields.
 */
export function undoKey(event: KeyboardEvent): 'undo' | 'redo' | undefined {
  const { ctrlKey, metaKey, shiftKey, altKey, target, defaultPrevented } = event;
  if (defaultPrevented || altKey || !(ctrlKey || metaKey)) return undefined;
  if (target instanceof Element && target.closest(fields)) return undefined;
  const letter = latinLetter(event);
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey ? 'redo' : undefined;
}

/** Changes that are listed; the others are counted. */
const maxListed = 3;

/** One difference in the user's language: “Layer Stops hidden”. */
export function changeText(t: TFunction, { kind, layer, to }: MapChange): string {
  const untitled = t('history.layer.untitled');
  const group = to === undefined ? t('layers.group.none') : to || untitled;
  return t(`history.change.${kind}`, { layer: layer || untitled, to: kind === 'group' ? group : (to ?? '') });
}

/** Several differences in one line: the first ones, and the number of the rest. */
export function changesText(t: TFunction, changes: readonly MapChange[]): string {
  const first = changes.slice(0, maxListed).map((change) => changeText(t, change));
  const more = changes.length - first.length;
  return [...first, ...(more > 0 ? [t('history.more', { count: more })] : [])].join(', ');
}
