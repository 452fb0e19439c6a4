import Add from '@mui/icons-material/Add';
import Explore from '@mui/icons-material/ExploreOutlined';
import Fullscreen from '@mui/icons-material/Fullscreen';
import FullscreenExit from '@mui/icons-material/FullscreenExit';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import MyLocation from '@mui/icons-material/MyLocation';
import Remove from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import { useSyncExternalStore, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { ControlButton, ControlGroup, controlsInLowMaps } from '../../../ui/control-group.tsx';
import { PanControl } from '../../../ui/pan-control.tsx';

/** Zoom level for the user's position. */
const nearby = 16;

/** Goes to the user's position, if the browser reports it. */
function useLocate() {
  const model = useMapModel();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const go = () => {
    setBusy(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false);
        setFailed(false);
        void model?.goTo({ lat: coords.latitude, lng: coords.longitude, zoom: nearby });
      },
      () => {
        setBusy(false);
        setFailed(true);
      },
      { enableHighAccuracy: true, timeout: 20_000 },
    );
  };
  return { busy, failed, go };
}

/** Zoom, moves without dragging, home, my location, compass and full screen, at the map's lower end corner. */
export function NavigationControls() {
  const { t } = useTranslation();
  const model = useMapModel();
  const canZoomIn = useMapState((state) => state.canZoomIn);
  const canZoomOut = useMapState((state) => state.canZoomOut);
  const rotation = useMapState((state) => state.rotation);
  const fullScreen = useFullScreen();
  const locate = useLocate();
  return (
    // As the controls around them: side by side where a phone, a sheet or a table leaves the map little height.
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'inherit',
        alignItems: 'flex-end',
        gap: 1,
        [controlsInLowMaps]: { '& > :not(:last-child)': { display: 'none' } },
      }}
    >
      <ControlGroup>
        {rotation !== 0 && (
          <ControlButton label={t('viewer.faceNorth')} onClick={() => model?.faceNorth()}>
            <Explore sx={{ transform: `rotate(${rotation - 45}deg)` }} />
          </ControlButton>
        )}
        {fullScreen.possible && (
          <ControlButton
            label={fullScreen.on ? t('viewer.leaveFullScreen') : t('viewer.fullScreen')}
            onClick={fullScreen.toggle}
          >
            {fullScreen.on ? <FullscreenExit /> : <Fullscreen />}
          </ControlButton>
        )}
        <ControlButton
          label={locate.failed ? t('viewer.locate.failed') : t('viewer.locate')}
          disabled={!model || locate.busy}
          onClick={locate.go}
        >
          <MyLocation />
        </ControlButton>
        <ControlButton label={t('viewer.goHome')} disabled={!model} onClick={() => model?.goHome()}>
          <HomeOutlined />
        </ControlButton>
      </ControlGroup>
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

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Shows the application in full screen. Some phones do not support it. */
function useFullScreen() {
  const on = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  return {
    on,
    possible: document.fullscreenEnabled,
    toggle: () =>
      void (on ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {}),
  };
}
