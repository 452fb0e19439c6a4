/** The gallery of maps. */
export { GalleryView } from './gallery-view.tsx';
