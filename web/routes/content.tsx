import { ContentView } from '../features/content/index.ts';

export function ContentRoute() {
  return <ContentView />;
}
