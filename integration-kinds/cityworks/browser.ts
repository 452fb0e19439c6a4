import icon from '@mui/icons-material/EngineeringOutlined';
import type { BrowserKind } from '../browser-kind.ts';
import type messages from './messages/en.json';

export const cityworks: BrowserKind<typeof messages> = { icon };
