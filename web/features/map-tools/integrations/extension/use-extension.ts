import { useColorScheme } from '@mui/material/styles';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type ExtensionPermission, extensionVersion } from '../../../../../wire/extension-messages.ts';
import { extensionOf } from '../../../../../wire/integrations/integration-config.ts';
import type { IntegrationConfig } from '../../../../../wire/app-config.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { useLanguage } from '../../../../i18n/index.ts';
import { type AskedPlace, type IntegrationsHub, useHub } from '../host/hub.ts';
import { createExtensionChannel, type ExtensionChannel, type ExtensionState } from './extension-channel.ts';
import { type ExtensionSession, startExtensionSession } from './extension-session.ts';

const none: readonly ExtensionPermission[] = [];

/** Connects the page in a frame with the open map while it is mounted. */
export function useExtension(
  frame: RefObject<HTMLIFrameElement | null>,
  extension: IntegrationConfig,
  origin: string,
  /** Shows a text of the extension; `''`: none. Absent for an extension with a page that can show it. */
  notify?: (text: string) => void,
): { state: ExtensionState; loaded: () => void } {
  const hub = useHub();
  const { config } = useConfiguration();
  const { language, direction } = useLanguage();
  const { colorScheme } = useColorScheme();
  const theme = colorScheme === 'dark' ? ('dark' as const) : ('light' as const);
  const [state, setState] = useState<ExtensionState>({ state: 'connecting' });
  const channelRef = useRef<ExtensionChannel>(undefined);
  const color = config.theme.primary;
  const latest = useRef({ extension, notify, color, locale: language as string, direction, theme });
  useEffect(() => {
    latest.current = { extension, notify, color, locale: language, direction, theme };
  });
  const { id } = extension;

  useEffect(() => {
    const holder = frame.current?.ownerDocument.defaultView;
    if (!holder) return undefined;
    const permissions = extensionOf(latest.current.extension)?.permissions ?? none;
    let connected = false;
    let session: ExtensionSession | undefined;
    const places = askedPlaces(hub, latest.current.extension.title);

    const begin = () => {
      session?.stop();
      session = undefined;
      places.cancel();
      const open = hub.openMap.get();
      if (!connected || !open) return;
      const { model, mayRead } = open;
      const { extension: current, notify: show } = latest.current;
      show?.('');
      session = startExtensionSession(model, {
        title: current.title,
        color: latest.current.color,
        permissions,
        mayRead,
        post: channel.post,
        notify: show,
        askPlace: places.ask,
      });
      deliver();
    };
    const deliver = () => {
      const pressed = hub.pressed.get();
      if (!session || pressed?.extension !== id) return;
      hub.pressed.set(undefined);
      void session.press(pressed.layerId, pressed.objectId).catch(() => {});
    };
    const channel = createExtensionChannel({
      holder,
      origin,
      page: () => frame.current?.contentWindow ?? null,
      welcome() {
        const { locale, direction: reading, theme: shown } = latest.current;
        return {
          mapping: 'extension',
          type: 'welcome',
          version: extensionVersion,
          extension: id,
          permissions: [...permissions],
          locale,
          direction: reading,
          theme: shown,
        };
      },
      onOpen() {
        connected = true;
        begin();
      },
      onRequest(data) {
        if (session) session.receive(data);
        else channel.post({ type: 'failed', reason: 'no-map', message: 'No map is open.' });
      },
      onState(next) {
        if (next.state !== 'open') {
          connected = false;
          begin();
        }
        setState(next);
      },
    });
    channelRef.current = channel;
    const stopMap = hub.openMap.subscribe(() => {
      if (connected && !hub.openMap.get()) channel.post({ type: 'map' });
      begin();
    });
    const stopPressed = hub.pressed.subscribe(deliver);
    return () => {
      stopMap();
      stopPressed();
      connected = false;
      begin();
      channel.end();
    };
  }, [hub, frame, id, origin]);

  useEffect(() => channelRef.current?.post({ type: 'theme', theme }), [theme]);
  return { state, loaded: () => channelRef.current?.loaded() };
}

/** The requests of one extension for a place. Only one of all extensions is shown at a time. */
function askedPlaces(hub: IntegrationsHub, title: string) {
  let own: AskedPlace | undefined;
  return {
    ask(answer: AskedPlace['answer']): 'asked' | 'busy' {
      if (hub.askedPlace.get()) return 'busy';
      const asked: AskedPlace = {
        title,
        answer(place) {
          if (own !== asked) return;
          own = undefined;
          hub.askedPlace.set(undefined);
          answer(place);
        },
      };
      own = asked;
      hub.askedPlace.set(asked);
      return 'asked';
    },
    cancel: () => own?.answer(undefined),
  };
}
