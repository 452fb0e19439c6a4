import BarChart from '@mui/icons-material/BarChartOutlined';
import Build from '@mui/icons-material/BuildOutlined';
import Extension from '@mui/icons-material/ExtensionOutlined';
import Article from '@mui/icons-material/ArticleOutlined';
import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import Place from '@mui/icons-material/PlaceOutlined';
import Search from '@mui/icons-material/Search';
import { FormatListBulleted as ListIcon } from '../../web/ui/mirrored-icons.ts';
import type { BrowserKind } from '../browser-kind.ts';
import type { ExtensionIcon } from './definition.ts';
import type messages from './messages/en.json';

export const extension: BrowserKind<typeof messages> = {
  icon: Extension,
  icons: {
    'puzzle-piece': Extension,
    pin: Place,
    search: Search,
    list: ListIcon,
    'graph-bar': BarChart,
    camera: PhotoCamera,
    wrench: Build,
    'file-text': Article,
  } satisfies Record<ExtensionIcon, unknown>,
};
