import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import GridViewOutlined from '@mui/icons-material/GridViewOutlined';
import { BasemapsPanel, BookmarksPanel, LegendPanel } from './sdk-panels.tsx';
import type { ViewerTool } from './viewer-tools.ts';

export const legendTool: ViewerTool = {
  id: 'legend',
  title: 'viewer.legend',
  Icon: FormatListBulleted,
  load: async () => LegendPanel,
};

export const basemapsTool: ViewerTool = {
  id: 'basemaps',
  title: 'viewer.basemaps',
  Icon: GridViewOutlined,
  load: async () => BasemapsPanel,
};

export const bookmarksTool: ViewerTool = {
  id: 'bookmarks',
  title: 'viewer.bookmarks',
  Icon: BookmarkBorder,
  load: async () => BookmarksPanel,
};
