import type { Integration } from '../../../context/integrations.ts';
import type { IntegrationsHub } from '../host/hub.ts';

/**
 * Opens a window for an integration. Call it from the click itself: later the browser allows none. An integration that has
 * a window already gets it to the front.
 *
 * @returns false when the browser blocked the window
 */
export function openPopOut(hub: IntegrationsHub, org: string, { id }: Integration): boolean {
  const existing = hub.windows.get(id);
  if (existing && !existing.closed) {
    existing.focus();
    return true;
  }
  const width = Math.min(960, Math.round(screen.availWidth * 0.6));
  const height = Math.min(720, Math.round(screen.availHeight * 0.7));
  const opened = window.open(
    `/integrations/${org}/pop-out`,
    `mapping-${org}-${id}`,
    `popup,width=${width},height=${height}`,
  );
  if (!opened) return false;
  hub.windows.set(id, opened);
  return true;
}
