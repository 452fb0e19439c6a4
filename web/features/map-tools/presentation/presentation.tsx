import { useAudience } from '../../../context/audience.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';
import { useSlide } from './use-slide.ts';

/** The presentation over the map: nothing, without loading its code, until the address shows it. */
export function Presentation() {
  const model = useMapModel();
  const { mayUse } = useAudience();
  const ready = useMapState(({ status, hasBookmarks }) => status === 'ready' && hasBookmarks);
  const [slide, show] = useSlide();
  if (slide === undefined || !model || !ready || !mayUse('present')) return null;
  return <LazyBoundary wanted load={loadSlides} props={{ model, slide, onSlide: show }} />;
}

const loadSlides = async () => (await import('./slides.tsx')).Slides;
