import { typeConfig } from '../../wire/integrations/integration-config.ts';
import type { HostContext } from '../../web/integrations/client/client.ts';
import { startPage } from '../../web/integrations/page/start-page.tsx';
import { PhotoPage } from '../../web/integrations/photos/photo-page.tsx';
import { panoramaxPhotos } from './page/panoramax-photos.ts';

function makeSource({ config }: HostContext) {
  const own = typeConfig('panoramax', config);
  return { source: panoramaxPhotos(own), neighbours: own.neighbours };
}

void startPage(<PhotoPage makeSource={makeSource} />);
