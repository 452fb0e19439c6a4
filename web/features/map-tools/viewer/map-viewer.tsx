import { Fragment, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MappingError } from '../../../../wire/errors.ts';
import { OpenMapContext, type PieceOfWork } from '../../../context/open-map.ts';
import { MapCanvas } from '../../../map/map-canvas.tsx';
import { MapProblem } from './map-problem.tsx';
import { useAppearance } from './use-appearance.ts';
import type { ViewerMap } from './use-map-document.ts';
import type { OtherWork } from './other-work.ts';
import { useMapSource } from './use-map-source.ts';
import { ViewerFrame } from './viewer-frame.tsx';
import type { ViewerSlots } from './viewer-tools.ts';

export type { ViewerMap } from './use-map-document.ts';

export interface MapViewerProps {
  map: ViewerMap;
  /** Called with the title once the map's document is loaded. */
  onOpen?: (title: string) => void;
  slots?: ViewerSlots;
}

/**
 * A portal's map or a new one, with its tools. If a map cannot be opened, shows the reason in its place, with an
 * action.
 */
export function MapViewer({ map, onOpen, slots = {} }: MapViewerProps) {
  const { t } = useTranslation();
  const appearance = useAppearance();
  const [instead, setInstead] = useState<OtherWork>();
  const { source, title, error, retry } = useMapSource(map, instead, setInstead);
  const opened = useMemo(
    () => ({
      kind: map.kind,
      id: map.kind === 'new' ? '' : map.id,
      reopen: (next: PieceOfWork, left?: PieceOfWork & { saved: boolean }) =>
        setInstead((now) => ({ ...next, saved: false, undo: left && { ...left, undo: now?.undo } })),
    }),
    [map],
  );
  const [failure, setFailure] = useState<MappingError>();
  useEffect(() => {
    if (title !== undefined) onOpen?.(title);
  }, [title, onOpen]);
  const tryAgain = useCallback(() => location.reload(), []);
  if (error) return <MapProblem error={error} onRetry={retry} />;
  if (failure) return <MapProblem error={failure} onRetry={tryAgain} />;
  const shownTitle = map.kind === 'new' ? t('viewer.newMap') : title;
  const Around = slots.Around ?? Fragment;
  return (
    <OpenMapContext value={opened}>
      <MapCanvas
        source={source}
        appearance={appearance}
        label={title ?? t('viewer.map')}
        onFailure={setFailure}
      >
        {(canvas) => (
          <Around>
            <ViewerFrame canvas={canvas} title={shownTitle} slots={slots} />
          </Around>
        )}
      </MapCanvas>
    </OpenMapContext>
  );
}
