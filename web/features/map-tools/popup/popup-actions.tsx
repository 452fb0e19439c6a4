import Snackbar from '@mui/material/Snackbar';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { printUrlState, parseUrlState } from '../../../../wire/url-state.ts';
import { useAudience } from '../../../context/audience.ts';
import { useEmbedded } from '../../../context/page-frame.ts';
import { useOpenTool } from '../../../context/open-map.ts';
import { editFeature } from '../../../map/edit/edit-feature.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import type { PopupFeature } from '../../../map/popup-actions/popup-actions.ts';
import { offerPopupActions, reloadFeatures } from '../../../map/popup-actions/popup-actions.ts';
import { copyText } from '../../../ui/browser.ts';
import { withoutIsolates } from '../../../../wire/languages.ts';
import { FeatureHistory } from './feature-history.tsx';

/** Buttons of the popup: edit the feature and see its history, if the user may, and copy its link. */
export function PopupActions() {
  const { t } = useTranslation();
  const model = useMapModel();
  const openTool = useOpenTool();
  const embedded = useEmbedded();
  const { mayUse } = useAudience();
  const [note, setNote] = useState<ReactNode>('');
  const failure = useMapState((state) => state.popupFailure);
  const [reported, setReported] = useState(failure);
  // A popup that could not be shown: without a note, a click would seem to do nothing.
  if (failure !== reported) {
    setReported(failure);
    if (failure) setNote(<ErrorMessage error={failure.cause} />);
  }
  const [past, setPast] = useState<PopupFeature>();
  useEffect(() => {
    if (!model) return undefined;
    const edit = (feature: PopupFeature) => openTool('edit', () => editFeature(model, feature));
    const copy = async (feature: PopupFeature) => {
      const link = featureLink(location.href, feature);
      setNote((await copyText(link)) ? t('popup.copied') : withoutIsolates(t('popup.notCopied', { link })));
    };
    return offerPopupActions(model, [
      // An embedded map has no tools.
      {
        id: 'edit-feature',
        title: t('popup.edit'),
        icon: 'pencil',
        fits: ({ editable }) => editable && !embedded && mayUse('edit'),
        run: edit,
      },
      {
        id: 'feature-history',
        title: t('popup.history'),
        icon: 'clock-down',
        fits: ({ history }) => history !== undefined && !embedded,
        run: setPast,
      },
      {
        id: 'copy-link',
        title: t('popup.copyLink'),
        icon: 'link',
        fits: () => true,
        run: (feature) => void copy(feature),
      },
    ]);
  }, [model, openTool, embedded, mayUse, t]);
  return (
    <>
      <Snackbar
        open={note !== ''}
        message={<bdi>{note}</bdi>}
        autoHideDuration={6000}
        onClose={() => setNote('')}
      />
      {past?.history && (
        <FeatureHistory
          url={past.history.url}
          since={past.history.since}
          objectId={past.objectId}
          onRestored={() => model && void reloadFeatures(model, past.layerId)}
          onClose={() => setPast(undefined)}
        />
      )}
    </>
  );
}

/** A URL that opens the map with this feature: the current viewpoint and layers, without the open tool. */
export function featureLink(
  address: string,
  { layerId, objectId }: Pick<PopupFeature, 'layerId' | 'objectId'>,
): string {
  const url = new URL(address);
  const { tool: _open, ...state } = parseUrlState(url.hash).state;
  url.hash = printUrlState({ ...state, feature: { layer: layerId, id: objectId } }, url.hash);
  return url.href;
}
