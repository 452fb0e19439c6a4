import {
  extensionHelloSchema,
  extensionLimits,
  type ExtensionMessage,
  type ExtensionRefusal,
  extensionVersion,
  type ExtensionWelcome,
} from '../../../../../wire/extension-messages.ts';
import { createRateLimit } from '../host/throttle.ts';

/** The state of an extension's page. All but the first two end it. */
export type ExtensionState =
  | { state: 'connecting' }
  | { state: 'open' }
  /** The page sent no hello. */
  | { state: 'silent' }
  | { state: 'version'; theirs: number }
  /** The page in the frame is of another origin than the configured one. */
  | { state: 'origin'; found: string };

export interface ExtensionChannelOptions {
  /** The window that holds the frame; the page posts its hello to it. */
  holder: Window;
  /** The page's current window; null while there is none. */
  page: () => Window | null;
  /** The only accepted origin. */
  origin: string;
  welcome: () => ExtensionWelcome;
  /** Called for each hello, including after a reload of the page: what it did before is undone. */
  onOpen: () => void;
  onRequest: (data: unknown) => void;
  onState: (state: ExtensionState) => void;
}

export interface ExtensionChannel {
  post(message: ExtensionMessage): void;
  /** The frame has loaded: from now on the page has a few seconds to send its hello. */
  loaded(): void;
  end(): void;
}

/** Milliseconds for the frame to load, and then for the page to send its hello. */
export const extensionTimeouts = { load: 15_000, hello: 10_000 } as const;

/**
 * Exchanges messages with the page of an extension. Its hello is the only message that is read from the
 * window: it must come from the page of the frame itself, whose origin the browser states; what a message
 * says about its sender is not read. The answer, to that origin only, contains a port for all others, which
 * belongs to that document only.
 */
export function createExtensionChannel(options: ExtensionChannelOptions): ExtensionChannel {
  const { holder, page, origin, welcome, onOpen, onRequest, onState } = options;
  const hellos = createRateLimit(extensionLimits.messagesASecond);
  let requests = createRateLimit(extensionLimits.messagesASecond);
  let port: MessagePort | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const wait = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => fail({ state: 'silent' }), milliseconds);
  };
  const end = () => {
    ended = true;
    clearTimeout(timer);
    port?.close();
    port = undefined;
    holder.removeEventListener('message', receive);
  };
  const fail = (state: ExtensionState) => {
    end();
    onState(state);
  };

  const connect = (target: Window) => {
    clearTimeout(timer);
    port?.close();
    const { port1, port2 } = new MessageChannel();
    port = port1;
    requests = createRateLimit(extensionLimits.messagesASecond);
    let warned = -Infinity;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this starts the port, too
    port1.onmessage = ({ data }: MessageEvent) => {
      if (ended || port !== port1) return;
      if (requests.take()) return onRequest(data);
      // At most once a second: more would flood the page.
      const now = performance.now();
      if (now - warned < 1000) return;
      warned = now;
      const message = `At most ${extensionLimits.messagesASecond} messages are read per second.`;
      port1.postMessage({ type: 'failed', reason: 'busy', message } satisfies ExtensionMessage);
    };
    target.postMessage(welcome(), origin, [port2]);
    onOpen();
    onState({ state: 'open' });
  };

  function receive(event: MessageEvent) {
    const target = page();
    if (target === null || event.source !== target || !hellos.take()) return;
    const hello = extensionHelloSchema.safeParse(event.data);
    if (!hello.success) return;
    if (event.origin !== origin) return fail({ state: 'origin', found: event.origin });
    if (hello.data.version === extensionVersion) return connect(target);
    const refusal: ExtensionRefusal = {
      mapping: 'extension',
      type: 'refused',
      reason: 'version',
      versions: [extensionVersion],
    };
    target.postMessage(refusal, origin);
    fail({ state: 'version', theirs: hello.data.version });
  }

  holder.addEventListener('message', receive);
  onState({ state: 'connecting' });
  wait(extensionTimeouts.load);
  return {
    post: (message) => port?.postMessage(message),
    loaded() {
      if (!port && !ended) wait(extensionTimeouts.hello);
    },
    end,
  };
}
