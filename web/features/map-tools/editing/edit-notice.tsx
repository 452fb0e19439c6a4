import Snackbar from '@mui/material/Snackbar';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeatureEdit } from '../../../map/edit/follow-edits.ts';
import { followEdits } from '../../../map/edit/follow-edits.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { flatLayers } from '../../../map/map-state.ts';
import { UndoNotice } from '../../../ui/undo-notice.tsx';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';

/** Milliseconds for which the result of an undo is shown. */
const outcomeTime = 6000;

/** The largest number of edits that can be undone. */
const maxEdits = 20;

/** Reports each edit of features, and for a while offers to undo it and, after that, the edits before it. */
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
              {outcome && <>{outcome.text} </>}
              <EditText edit={edit} number={number(edit.features)} />
              {edits.length > 1 && ` ${t('edit.moreUndo', { number: number(edits.length) })}`}
            </>
          )
        }
        undoLabel={edit?.undo && t('edit.undo')}
        // After a deletion or an undo the pressed button is removed, and the focus with it; after other edits
        // the focus is in a form.
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

/** The edits of the open map that can be undone, the latest last, and the result of the previous undo. */
function useEditStack() {
  const { t } = useTranslation();
  const model = useMapModel();
  const editable = useMapState(({ layers }) => flatLayers(layers).some((layer) => layer.editable));
  const [edits, setEdits] = useState<readonly FeatureEdit[]>([]);
  const [undoing, setUndoing] = useState(false);
  const [outcome, setOutcome] = useState<{ text: ReactNode; byButton: boolean }>();
  useEffect(() => {
    if (!model || !editable) return undefined;
    return followEdits(model, (made) => {
      setOutcome(undefined);
      // Earlier edits may depend on an edit that cannot be undone.
      setEdits((before) =>
        made.undo ? [...before.filter((one) => one.undo), made].slice(-maxEdits) : [made],
      );
    });
  }, [model, editable]);
  const undo = async () => {
    const edit = edits.at(-1);
    if (!edit?.undo || undoing) return;
    setUndoing(true);
    // The result of an earlier undo does not apply to this edit.
    setOutcome(undefined);
    let text: ReactNode = t('edit.undone');
    try {
      await edit.undo();
    } catch (cause) {
      text = <ErrorMessage error={cause} within={(reason) => t('edit.undoFailed', { reason })} />;
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
