import { useEffect } from 'react';
import { useConfiguration } from '../../../context/application-context.ts';
import { useEmbedded } from '../../../context/page-frame.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';

/** Connects an embedded map with the page around it, if the organisation allows that page's origin. */
export function EmbedControl() {
  const embedded = useEmbedded();
  const model = useMapModel();
  const drawn = useMapState((state) => state.drawn);
  const { sites } = useConfiguration().config.sharing;
  useEffect(() => {
    if (!embedded || !model || !drawn || sites.length === 0) return undefined;
    let disconnect = () => {};
    let left = false;
    const connect = async () => {
      const { connectPage } = await import('./connect-page.ts');
      if (!left) disconnect = connectPage(model, sites);
    };
    // Without its code the map works as for other sites.
    void connect().catch(() => {});
    return () => {
      left = true;
      disconnect();
    };
  }, [embedded, model, drawn, sites]);
  return null;
}
