import { typeConfig } from '../../../wire/integrations/integration-config.ts';
import type { HostConnection, HostContext } from '../client/client.ts';
import { applicationOrigin } from '../page/connect-page.ts';
import { startPage } from '../page/start-page.tsx';
import { PhotoPage } from '../photos/photo-page.tsx';
import { layerPhotos } from './layer-photos.ts';

function makeSource({ config }: HostContext, host: HostConnection) {
  const own = typeConfig('panorama', config);
  return {
    source: layerPhotos(own, { ask: host.ask, application: applicationOrigin() }),
    neighbours: own.neighbours,
  };
}

void startPage(<PhotoPage makeSource={makeSource} />);
