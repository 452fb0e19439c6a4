import icon from '@mui/icons-material/OpenInBrowserOutlined';
import type { BrowserKind } from '../browser-kind.ts';

export const url: BrowserKind = { icon };
