import Snackbar from '@mui/material/Snackbar';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeatureEdit } from '../../../map/edit/feature-edit.ts';
import { followEdits } from '../../../map/edit/follow-edits.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { flatLayers } from '../../../map/map-state.ts';
import { UndoNotice } from '../../../ui/undo-notice.tsx';
import { errorText, useFormats } from '../../../i18n/index.ts';

/** Milliseconds for which the outcome of an undo is shown. */
const outcomeTime = 6000;

/** After each edit of features: what was done, and for a while a button that undoes it. */
export function EditNotice() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const model = useMapModel();
  const editable = useMapState(({ layers }) => flatLayers(layers).some((layer) => layer.editable));
  const [edit, setEdit] = useState<FeatureEdit>();
  const [outcome, setOutcome] = useState('');
  useEffect(() => {
    if (!model || !editable) return undefined;
    return followEdits(model, (made) => {
      setOutcome('');
      setEdit(made);
    });
  }, [model, editable]);
  const undo = async () => {
    setEdit(undefined);
    try {
      await edit?.undo?.();
      setOutcome(t('edit.undone'));
    } catch (cause) {
      setOutcome(t('edit.undoFailed', { reason: errorText(t, cause) }));
    }
  };
  return (
    <>
      <UndoNotice
        done={edit}
        message={edit && <EditText edit={edit} number={number(edit.features)} />}
        undoLabel={edit?.undo && t('edit.undo')}
        // What was pressed to delete a feature goes with it; after other edits the keyboard is in a form.
        takesFocus={edit?.kind === 'deleted'}
        onUndo={() => void undo()}
        onOver={() => setEdit(undefined)}
        onFocusLeft={() => setEdit(undefined)}
      />
      <Snackbar
        open={outcome !== ''}
        message={outcome}
        autoHideDuration={outcomeTime}
        onClose={() => setOutcome('')}
      />
    </>
  );
}

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
