import { useEffect, useRef } from 'react';
import { type LinkedLook, parseUrlState } from '../../../../../wire/url-state.ts';
import { useIntegrations } from '../../../../context/application-context.ts';
import { mapLocationAt } from '../../../../context/locations.ts';
import { followAddress, writeAddress } from '../../../../context/follow-address.ts';
import { useHub } from '../host/hub.ts';
import type { ViewPose } from '../host/shared-location.ts';

/** Interval in milliseconds between URL updates while turning, because browsers limit their rate. */
const restMilliseconds = 400;

/** Stores the leading integration's pose in the URL; a link with it opens that view. */
export function useLinkedLook(): void {
  useOpenedLook();
  useWrittenLook();
}

/** Opens the integration in the URL: at the start unless it is already open, and whenever the user changes the URL. */
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
      // A popped-out integration stays in its window.
      if (named.state === 'inactive') openIntegration(named.id);
      hub.shownTab.set(named.id);
      setCurrentMapLocation(mapLocationAt(look));
    };
    // It starts with the view in the link, not only with the location.
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
    // The link's view stays until an open integration has reported.
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
