import icon from '@mui/icons-material/PanoramaPhotosphereOutlined';
import type { BrowserKind } from '../browser-kind.ts';
import type messages from './messages/en.json';

export const panorama: BrowserKind<typeof messages> = { icon };
