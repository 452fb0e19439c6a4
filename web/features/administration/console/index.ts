/** The administration of an organisation (docs/administration.md). */
export { AdministrationView } from './administration-view.tsx';
