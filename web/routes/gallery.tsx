import { GalleryView } from '../features/content/gallery/index.ts';
import { prefetchMap } from './prefetch-map.ts';

export function GalleryRoute() {
  return <GalleryView onMapIntent={prefetchMap} />;
}
