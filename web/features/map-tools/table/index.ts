/** The table of a layer, under the map. */
export { TableDock } from './table-dock.tsx';
