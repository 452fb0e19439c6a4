import icon from '@mui/icons-material/StreetviewOutlined';
import type { BrowserKind } from '../browser-kind.ts';
import type messages from './messages/en.json';

export const streetview: BrowserKind<typeof messages> = { icon };
