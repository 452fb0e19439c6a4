import { useEffect } from 'react';
import { useApplicationContext } from '../../../context/application-context.ts';
import { useHub, useStore } from '../host/hub.ts';

/**
 * Keeps the pin tool in step with what is open: an integration that waits for a place presses it until there is one, Escape
 * and the last integration's closing release it.
 *
 * @returns whether a click on the map chooses a place
 */
export function usePinTool(): boolean {
  const hub = useHub();
  const { openIntegrations, currentMapLocation } = useApplicationContext();
  const pin = useStore(hub.pin);
  const waiting = !currentMapLocation && openIntegrations.some(({ state }) => state === 'active');
  useEffect(() => {
    if (waiting && hub.pin.get() === 'off') hub.pin.set('once');
    if (!waiting && hub.pin.get() === 'once') hub.pin.set('off');
  }, [hub, waiting]);
  useEffect(() => {
    if (pin === 'off') return undefined;
    const release = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) hub.pin.set('off');
    };
    window.addEventListener('keydown', release);
    return () => window.removeEventListener('keydown', release);
  }, [hub, pin]);
  useEffect(() => () => hub.pin.set('off'), [hub]);
  return pin !== 'off';
}
