import { ContentView } from '../features/content/index.ts';
import { UploadButton } from '../features/upload/index.ts';

export function ContentRoute() {
  return <ContentView actions={<UploadButton />} />;
}
