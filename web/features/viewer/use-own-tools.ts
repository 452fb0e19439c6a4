import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import GridViewOutlined from '@mui/icons-material/GridViewOutlined';
import LayersOutlined from '@mui/icons-material/LayersOutlined';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapState } from '../../map/map-model.ts';
import { LayersPanel } from './layers-panel.tsx';
import { BasemapsPanel, BookmarksPanel, LegendPanel } from './sdk-panels.tsx';
import type { ViewerTool } from './viewer-tools.ts';

/** The viewer's own tools. Bookmarks only where the map has some. */
export function useOwnTools(): readonly ViewerTool[] {
  const { t } = useTranslation();
  const hasBookmarks = useMapState((state) => state.hasBookmarks);
  return useMemo(() => {
    const tools: ViewerTool[] = [
      { id: 'layers', title: t('viewer.layers'), Icon: LayersOutlined, Panel: LayersPanel },
      { id: 'legend', title: t('viewer.legend'), Icon: FormatListBulleted, Panel: LegendPanel },
      { id: 'basemaps', title: t('viewer.basemaps'), Icon: GridViewOutlined, Panel: BasemapsPanel },
    ];
    if (hasBookmarks)
      tools.push({
        id: 'bookmarks',
        title: t('viewer.bookmarks'),
        Icon: BookmarkBorder,
        Panel: BookmarksPanel,
      });
    return tools;
  }, [t, hasBookmarks]);
}
