/** The user's own items in the portal. */
export { ContentView } from './content-view.tsx';
