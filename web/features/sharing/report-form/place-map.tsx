import Add from '@mui/icons-material/Add';
import Remove from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useColorScheme } from '@mui/material/styles';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useLanguage } from '../../../i18n/index.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { MapCanvas } from '../../../map/map-canvas.tsx';
import type { MapSource } from '../../../map/map-source.ts';
import { openReportPlace, type Place, type PlaceShape } from '../../../map/report-place/report-place.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { ControlButton, ControlGroup } from '../../../ui/control-group.tsx';
import { LoadingBar } from '../../../ui/loading-bar.tsx';
import { PanControl } from '../../../ui/pan-control.tsx';
import { radii } from '../../../ui/sizes.ts';

export interface PlaceMapProps {
  shape: PlaceShape;
  place: Place | undefined;
  /** A point to move to, such as the device's location. */
  near: { x: number; y: number } | undefined;
  /** The search field over the map. */
  search: ReactNode;
  onPlace: (place: Place) => void;
  onFailure: (message: ReactNode) => void;
}

/** A small map on which the place of a report is chosen. */
export function PlaceMap({ search, onFailure, ...props }: PlaceMapProps) {
  const { t } = useTranslation();
  const { config, connection } = useConfiguration();
  const { portal } = useIdentity();
  const { colorScheme } = useColorScheme();
  const { formats: language, direction } = useLanguage();
  const scheme = colorScheme === 'dark' ? 'dark' : 'light';
  const appearance = useMemo(() => ({ scheme, language, direction }) as const, [scheme, language, direction]);
  const { basemap, basemapKey, extent } = config.map;
  // Where the map begins; afterwards it follows the person.
  const [start] = useState(props.near);
  const source = useMemo<MapSource | undefined>(
    () =>
      portal && {
        portal: connection,
        portalSelf: portal,
        webMap: undefined,
        basemap,
        basemapKey,
        extent,
        place: start && { lng: start.x, lat: start.y, zoom: 17, rotation: 0 },
      },
    // The portal's description is reloaded in another language; the map stays open.
    // oxlint-disable-next-line react/exhaustive-deps
    [portal !== undefined, connection, basemap, basemapKey, extent, start],
  );
  return (
    <Box sx={styles.frame}>
      <MapCanvas
        source={source}
        appearance={appearance}
        label={t('report.place.map')}
        onFailure={(error) => onFailure(<ErrorMessage error={error} />)}
      >
        {(canvas) => (
          <>
            {canvas}
            <Box sx={styles.search}>{search}</Box>
            <Picking {...props} />
            <Moving />
          </>
        )}
      </MapCanvas>
    </Box>
  );
}

function Picking({ shape, place, near, onPlace }: Omit<PlaceMapProps, 'search' | 'onFailure'>) {
  const { t } = useTranslation();
  const { session, error } = useCapability((model) => openReportPlace(model, shape, onPlace), { key: shape });
  useEffect(() => session?.show(place), [session, place]);
  useEffect(() => {
    if (near) session?.goTo(near.x, near.y);
  }, [session, near]);
  if (error)
    return (
      <Box role="alert">
        <ErrorMessage error={error} />
      </Box>
    );
  if (!session) return <LoadingBar active label={t('app.loading')} />;
  if (shape === 'point' || place) return null;
  return (
    <Button variant="contained" onClick={() => session.finish()} sx={styles.finish}>
      {t('report.place.finish')}
    </Button>
  );
}

/** Zooms and moves the map without two fingers and without dragging, as in the viewer. */
function Moving() {
  const { t } = useTranslation();
  const model = useMapModel();
  const canZoomIn = useMapState((state) => state.canZoomIn);
  const canZoomOut = useMapState((state) => state.canZoomOut);
  return (
    <Box sx={styles.moving}>
      <ControlGroup>
        <ControlButton label={t('viewer.zoomIn')} disabled={!canZoomIn} onClick={() => model?.zoomIn()}>
          <Add />
        </ControlButton>
        <ControlButton label={t('viewer.zoomOut')} disabled={!canZoomOut} onClick={() => model?.zoomOut()}>
          <Remove />
        </ControlButton>
        <PanControl
          label={t('viewer.pan')}
          directionLabel={(direction) => t(`viewer.pan.${direction}`)}
          disabled={!model}
          onPan={(right, down) => model?.pan(right, down)}
        />
      </ControlGroup>
    </Box>
  );
}

const styles = {
  frame: {
    position: 'relative',
    height: { xs: 'min(60dvh, 380px)', sm: 380 },
    border: 1,
    borderColor: 'divider',
    borderRadius: radii.card,
    overflow: 'hidden',
  },
  search: { position: 'absolute', top: 8, insetInlineStart: 8, insetInlineEnd: 56, display: 'flex' },
  moving: { position: 'absolute', bottom: 24, insetInlineEnd: 8 },
  finish: { position: 'absolute', bottom: 24, insetInlineStart: '50%', transform: 'translateX(-50%)' },
} as const;
