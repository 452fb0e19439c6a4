import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { bookmarksOf, goToBookmark } from '../../../map/bookmarks/bookmarks.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { Command } from '../command.ts';
import { useOffer } from '../commands-context.ts';

/** The bookmarks of the open map. */
export function BookmarksOffer() {
  const { t } = useTranslation();
  const model = useMapModel();
  const offer = useMemo(
    () => ({
      commands: (model ? bookmarksOf(model) : []).map((bookmark): Command => ({
        id: `bookmark ${bookmark.index}`,
        group: 'bookmarks',
        title: bookmark.title || t('map.untitled'),
        words: t('viewer.bookmarks'),
        Icon: BookmarkBorder,
        run: () => (model ? goToBookmark(model, bookmark) : undefined),
      })),
    }),
    [t, model],
  );
  useOffer('bookmarks', offer);
  return null;
}
