import type { SvgIconComponent } from '@mui/icons-material';
import type { MapState } from '../../../../map/map-state.ts';
import type { MessageKey } from '../../../../i18n/index.ts';

/** A tool of the viewer, as far as the palette knows it. */
export interface OfferedTool {
  id: string;
  title: MessageKey;
  Icon: SvgIconComponent;
  offered?: (state: MapState) => boolean;
}
