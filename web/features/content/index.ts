/** The person's own items in the portal (product.md, My content). */
export { ContentView } from './content-view.tsx';
