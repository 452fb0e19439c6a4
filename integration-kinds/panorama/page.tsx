import { typeConfig } from '../../wire/integrations/integration-config.ts';
import type { HostConnection, HostContext } from '../../web/integrations/client/client.ts';
import { applicationOrigin } from '../../web/integrations/page/connect-page.ts';
import { startPage } from '../../web/integrations/page/start-page.tsx';
import { PhotoPage } from '../../web/integrations/photos/photo-page.tsx';
import { layerPhotos } from './page/layer-photos.ts';

function makeSource({ config }: HostContext, host: HostConnection) {
  const own = typeConfig('panorama', config);
  return {
    source: layerPhotos(own, { ask: host.ask, application: applicationOrigin() }),
    neighbours: own.neighbours,
  };
}

void startPage(<PhotoPage makeSource={makeSource} />);
