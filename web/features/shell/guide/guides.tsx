import { useOpenedGuide } from '../../../context/guide.ts';
import { loadMessages } from '../../../i18n/index.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';

/** The guide that is open, loaded then. */
export function Guides() {
  const opened = useOpenedGuide();
  return (
    <>
      <LazyBoundary wanted={opened === 'tour'} load={loadTour} props={{ open: opened === 'tour' }} />
      <LazyBoundary wanted={opened === 'news'} load={loadNews} props={{ open: opened === 'news' }} />
    </>
  );
}

async function loadTour() {
  const [{ Tour }] = await Promise.all([import('./tour.tsx'), loadMessages('guide')]);
  return Tour;
}

async function loadNews() {
  const [{ NewsDialog }] = await Promise.all([import('./news-dialog.tsx'), loadMessages('guide')]);
  return NewsDialog;
}
