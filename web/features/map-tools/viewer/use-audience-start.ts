import { useEffect, useRef } from 'react';
import { useAudience } from '../../../context/audience.ts';
import { limitView } from '../../../map/audience/audience.ts';
import { useMapModel } from '../../../map/map-model.ts';
import { parseUrlState } from '../../../../wire/url-state.ts';
import { usePhone } from '../../../ui/use-screen.ts';

/**
 * Applies the audience settings when the map opens: with its panel, unless the link names a tool, and for
 * readers within its bounds. On phones the map comes first, so no panel is opened.
 */
export function useAudienceStart(show: (tool: string) => void, close: () => void): void {
  const { own, mayChange } = useAudience();
  const model = useMapModel();
  const phone = usePhone();
  const started = useRef(false);
  const panel = own?.panel;
  useEffect(() => {
    if (started.current || panel === undefined) return;
    started.current = true;
    if (phone || parseUrlState(location.hash).state.tool) return;
    if (panel === 'none') close();
    else show(panel);
  }, [panel, phone, show, close]);
  const limits = mayChange ? undefined : own;
  useEffect(() => (model && limits ? limitView(model, limits) : undefined), [model, limits]);
}
