import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MappingError } from '../../../wire/errors.ts';
import { usePageSidebar, usePageTitle } from '../../context/page-frame.ts';
import { MapCanvas } from '../../map/map-canvas.tsx';
import { MapProblem } from './map-problem.tsx';
import { useAppearance } from './use-appearance.ts';
import { type ViewerMap, useMapSource } from './use-map-source.ts';
import { ViewerFrame } from './viewer-frame.tsx';
import type { ViewerSlots } from './viewer-tools.ts';

export type { ViewerMap } from './use-map-source.ts';

export interface MapViewerProps {
  map: ViewerMap;
  slots?: ViewerSlots;
}

/** A map of the portal or a new one, with tools around it. Why a map cannot be opened is said in its place, with a way out. */
export function MapViewer({ map, slots = {} }: MapViewerProps) {
  const { t } = useTranslation();
  const appearance = useAppearance();
  const { source, title, error, retry } = useMapSource(map);
  const [failure, setFailure] = useState<MappingError>();
  usePageTitle(map.kind === 'new' ? t('viewer.newMap') : title);
  usePageSidebar();
  const tryAgain = useCallback(() => location.reload(), []);
  if (error) return <MapProblem error={error} onRetry={retry} />;
  if (failure) return <MapProblem error={failure} onRetry={tryAgain} />;
  return (
    <MapCanvas source={source} appearance={appearance} label={title ?? t('viewer.map')} onFailure={setFailure}>
      {(canvas) => <ViewerFrame canvas={canvas} slots={slots} />}
    </MapCanvas>
  );
}
