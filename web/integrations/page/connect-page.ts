import { hostMessageSchema } from '../../../wire/integration-messages.ts';
import { colorSchemeAttribute } from '../../ui/theme.ts';
import { connect, type ConnectOptions, type HostConnection, type PageHandlers } from '../client/client.ts';

/** Connects a built-in page: only to its application, with every message of the host validated. */
export function connectPage(
  handlers: PageHandlers,
  options: Omit<ConnectOptions, 'hosts' | 'check'> = {},
): HostConnection {
  // The application's theme: a page on another origin cannot read it from storage.
  const themed = (theme: string) => document.documentElement.setAttribute(colorSchemeAttribute, theme);
  return connect(
    {
      ...handlers,
      themed,
      prepare(context) {
        themed(context.theme);
        handlers.prepare?.(context);
      },
      open(place, context) {
        themed(context.theme);
        return handlers.open(place, context);
      },
    },
    {
      ...options,
      hosts: [applicationOrigin()],
      check: (message) => hostMessageSchema.safeParse(message).success,
    },
  );
}

/** The origin of the application that may embed this page, written by the server into the page's head. */
export function applicationOrigin(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application"]')?.content ?? location.origin;
}
