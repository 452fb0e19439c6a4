/** The header of every page, and the side drawer that replaces its menus on small screens. */
export { AppHeader } from './app-header.tsx';
