import { typeConfig } from '../../../wire/integration-config.ts';
import type { HostContext } from '../client/client.ts';
import { startPage } from '../page/start-page.tsx';
import { PhotoPage } from '../photos/photo-page.tsx';
import { layerPhotos } from './layer-photos.ts';

const wants: 'session'[] = ['session'];

function makeSource({ config, credentials }: HostContext) {
  const own = typeConfig('panorama', config);
  return { source: layerPhotos(own, () => credentials['session']), neighbours: own.neighbours };
}

void startPage(<PhotoPage makeSource={makeSource} wants={wants} />);
