import Add from '@mui/icons-material/Add';
import Explore from '@mui/icons-material/ExploreOutlined';
import Fullscreen from '@mui/icons-material/Fullscreen';
import FullscreenExit from '@mui/icons-material/FullscreenExit';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import MyLocation from '@mui/icons-material/MyLocation';
import Remove from '@mui/icons-material/Remove';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useMapModel, useMapState } from '../../map/map-model.ts';
import { ControlButton, ControlGroup } from './control-button.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useLocate } from './use-locate.ts';

/** Zoom, home, my location, compass and full screen, at the map's lower end corner. */
export function NavigationControls() {
  const { t } = useTranslation();
  const model = useMapModel();
  const canZoomIn = useMapState((state) => state.canZoomIn);
  const canZoomOut = useMapState((state) => state.canZoomOut);
  const rotation = useMapState((state) => state.rotation);
  const fullScreen = useFullScreen();
  const locate = useLocate();
  return (
    // Side by side on phones, where a sheet leaves the map little height.
    <Box sx={{ display: 'flex', flexDirection: { xs: 'row', sm: 'column' }, alignItems: 'flex-end', gap: 1 }}>
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
      </ControlGroup>
    </Box>
  );
}
