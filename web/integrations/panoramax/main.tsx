import { typeConfig } from '../../../wire/integrations/integration-config.ts';
import type { HostContext } from '../client/client.ts';
import { startPage } from '../page/start-page.tsx';
import { PhotoPage } from '../photos/photo-page.tsx';
import { panoramaxPhotos } from './panoramax-photos.ts';

function makeSource({ config }: HostContext) {
  const own = typeConfig('panoramax', config);
  return { source: panoramaxPhotos(own), neighbours: own.neighbours };
}

void startPage(<PhotoPage makeSource={makeSource} />);
