/** The header of every page and the side drawer that replaces its menus on small screens (spec §2). */
export { AppHeader } from './app-header.tsx';
