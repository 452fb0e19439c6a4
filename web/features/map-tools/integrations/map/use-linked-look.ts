import { useEffect, useRef } from 'react';
import { type LinkedLook, parseUrlState } from '../../../../../wire/url-state.ts';
import { useIntegrations } from '../../../../context/application-context.ts';
import { mapLocationAt } from '../../../../context/locations.ts';
import { followAddress, writeAddress } from '../../../../context/follow-address.ts';
import { useHub } from '../host/hub.ts';
import type { ViewPose } from '../host/shared-location.ts';

/** Milliseconds that the address is left alone while someone turns: browsers allow only so many changes. */
const restMilliseconds = 400;

/** The address carries the leading integration, where it stands and how it looks; a link to it opens just that. */
export function useLinkedLook(): void {
  useOpenedLook();
  useWrittenLook();
}

/** Opens what the address names: at the start unless it is open already, and whenever the person changes the address. */
function useOpenedLook(): void {
  const hub = useHub();
  const { availableIntegrations, openIntegration, setCurrentMapLocation } = useIntegrations();
  const asked = useRef<LinkedLook>(undefined);
  const go = useRef((_look: LinkedLook | undefined, _again: boolean) => {});
  useEffect(() => {
    go.current = (look, again) => {
      const named = availableIntegrations.find(({ id }) => id === look?.integration);
      if (!look || !named || (named.state !== 'inactive' && !again)) return;
      asked.current = look;
      // A window of its own stays one.
      if (named.state === 'inactive') openIntegration(named.id);
      hub.shownTab.set(named.id);
      setCurrentMapLocation(mapLocationAt(look));
    };
    // Once it is open it begins with what the link says, and not with the place alone.
    const look = asked.current;
    if (!look || !isOpen(availableIntegrations, look.integration)) return;
    asked.current = undefined;
    const { integration, ...pose } = look;
    const sharing = hub.sharing.get();
    const poses = new Map<string, ViewPose>(sharing.poses).set(integration, pose);
    hub.sharing.set({ ...sharing, poses, leader: integration });
  }, [hub, availableIntegrations, openIntegration, setCurrentMapLocation]);
  useEffect(() => {
    go.current(parseUrlState(location.hash).state.look, false);
    return followAddress(({ state }) => go.current(state.look, true));
  }, []);
}

function useWrittenLook(): void {
  const { currentIntgLocation: seen, openIntegrations } = useIntegrations();
  const began = useRef(false);
  const none = openIntegrations.length === 0;
  useEffect(() => {
    // What the link says stays until something that is open has spoken.
    if (!seen && !(none && began.current)) return undefined;
    began.current ||= seen !== undefined;
    const timer = setTimeout(() => {
      const { integrationId, ...where } = seen ?? {};
      const look = integrationId !== undefined && {
        look: { integration: integrationId, ...where } as LinkedLook,
      };
      writeAddress(({ look: _before, ...others }) => ({ ...others, ...look }));
    }, restMilliseconds);
    return () => clearTimeout(timer);
  }, [seen, none]);
}

function isOpen(integrations: readonly { id: string; state: string }[], id: string): boolean {
  return integrations.some((one) => one.id === id && one.state !== 'inactive');
}
