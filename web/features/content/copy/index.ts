/** Copies maps and layers between the organisation's portal and another one. */
export { CopyView } from './copy-view.tsx';
