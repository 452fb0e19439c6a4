/** Searching places, coordinates and features from a box over the map. */
export { SearchBox } from './search-box.tsx';
