import { CopyView } from '../features/content/copy/index.ts';

export function CopyRoute() {
  return <CopyView />;
}
