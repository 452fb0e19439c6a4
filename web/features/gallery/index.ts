/** The gallery of maps (spec §2). */
export { GalleryView } from './gallery-view.tsx';
