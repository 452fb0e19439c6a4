/** The organisation's configuration for its administrators (product.md, Administration). */
export { AdministrationView } from './administration-view.tsx';
