import { ContentView } from '../features/content/my-content/index.ts';
import { UploadButton } from '../features/content/upload/index.ts';

export function ContentRoute() {
  return <ContentView actions={<UploadButton />} />;
}
