import Snackbar from '@mui/material/Snackbar';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeatureEdit } from '../../../map/edit/follow-edits.ts';
import { followEdits } from '../../../map/edit/follow-edits.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { flatLayers } from '../../../map/map-state.ts';
import { UndoNotice } from '../../../ui/undo-notice.tsx';
import { errorText, useFormats } from '../../../i18n/index.ts';

/** Milliseconds for which the outcome of an undo is shown. */
const outcomeTime = 6000;

/** Edits that are remembered at once. */
const mostEdits = 20;

/** After each edit of features: what was done, and for a while a button that undoes it, and then the one before. */
export function EditNotice() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { edits, outcome, undo, forget, clearOutcome } = useEditStack();
  const edit = edits.at(-1);
  return (
    <>
      <UndoNotice
        done={edit}
        message={
          edit && (
            <>
              {outcome && `${outcome.text} `}
              <EditText edit={edit} number={number(edit.features)} />
              {edits.length > 1 && ` ${t('edit.moreUndo', { number: number(edits.length) })}`}
            </>
          )
        }
        undoLabel={edit?.undo && t('edit.undo')}
        // What was pressed, to delete a feature or to undo, goes with it; after other edits the keyboard is in a form.
        takesFocus={edit?.kind === 'deleted' || outcome?.byButton === true}
        onUndo={undo}
        onOver={forget}
        onFocusLeft={forget}
      />
      <Snackbar
        open={outcome !== undefined && !edit}
        message={outcome?.text}
        autoHideDuration={outcomeTime}
        onClose={clearOutcome}
      />
    </>
  );
}

/** The edits of the open map that can be undone, the latest last, and what became of the undo before. */
function useEditStack() {
  const { t } = useTranslation();
  const model = useMapModel();
  const editable = useMapState(({ layers }) => flatLayers(layers).some((layer) => layer.editable));
  const [edits, setEdits] = useState<readonly FeatureEdit[]>([]);
  const [undoing, setUndoing] = useState(false);
  const [outcome, setOutcome] = useState<{ text: string; byButton: boolean }>();
  useEffect(() => {
    if (!model || !editable) return undefined;
    return followEdits(model, (made) => {
      setOutcome(undefined);
      // What came before an edit that stays may rest on it.
      setEdits((before) =>
        made.undo ? [...before.filter((one) => one.undo), made].slice(-mostEdits) : [made],
      );
    });
  }, [model, editable]);
  const undo = async () => {
    const edit = edits.at(-1);
    if (!edit?.undo || undoing) return;
    setUndoing(true);
    // That the edit before was undone says nothing of this one.
    setOutcome(undefined);
    let text = t('edit.undone');
    try {
      await edit.undo();
    } catch (cause) {
      text = t('edit.undoFailed', { reason: errorText(t, cause) });
    }
    setUndoing(false);
    setEdits((now) => now.filter((one) => one !== edit));
    setOutcome({ text, byButton: true });
  };
  return {
    edits: undoing ? none : edits,
    outcome,
    undo: () => void undo(),
    forget: () => {
      setEdits(none);
      setOutcome(undefined);
    },
    clearOutcome: () => setOutcome(undefined),
  };
}

const none: readonly FeatureEdit[] = [];

function EditText({ edit, number }: { edit: FeatureEdit; number: string }) {
  const { t } = useTranslation();
  const { kind, features, layerTitle, losesAttachments, undo } = edit;
  const layer = layerTitle || t('edit.someLayer');
  const what = features === 1 ? t(`edit.${kind}.one`, { layer }) : t(`edit.${kind}.many`, { layer, number });
  return (
    <>
      {what}
      {!undo && ` ${t('edit.final')}`}
      {undo && losesAttachments && ` ${t('edit.attachmentsLost')}`}
    </>
  );
}
