import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { Place } from '../../wire/integration-messages.ts';

interface SentMessage extends Record<string, unknown> {
  type: string;
}

/**
 * The application around a page of the product: messages to the page, and messages from it.
 *
 * @param id the integration's
 */
export function fakeApplication(id: string) {
  const messages: SentMessage[] = [];
  const answered = new Set<unknown>();
  const parent = { opener: null, postMessage: (message: SentMessage) => void messages.push(message) };
  window.name = id;
  const around = vi.spyOn(window, 'parent', 'get').mockReturnValue(parent as unknown as Window);
  // Pages listen as long as they exist, which in a test is too long.
  const removals: (() => void)[] = [];
  const add = window.addEventListener.bind(window);
  const listening = vi
    .spyOn(window, 'addEventListener')
    .mockImplementation((type: string, listener: unknown, options?: unknown) => {
      add(type, listener as EventListener, options as AddEventListenerOptions);
      if (type === 'message')
        removals.push(() => window.removeEventListener(type, listener as EventListener));
    });
  const notify = (message: SentMessage) =>
    act(async () => {
      const data = { intg: 1, id, ...message };
      window.dispatchEvent(
        Object.assign(new Event('message'), { data, origin: location.origin, source: parent }),
      );
    });
  return {
    notify,
    /** The first message: the location, and the integration's config. */
    init: (place: Place, config: Record<string, unknown> = {}) =>
      notify({
        type: 'init',
        seq: 1,
        location: place,
        config,
        locale: 'en',
        direction: 'ltr',
        theme: 'light',
      }),
    /** Before a location is chosen. */
    prepare: (config: Record<string, unknown> = {}) =>
      notify({ type: 'init', seq: 0, config, locale: 'en', direction: 'ltr', theme: 'light' }),
    goTo: (seq: number, place: Place) => notify({ type: 'location', seq, location: place }),
    /** Answers the page's pending requests to the server. */
    async answerAsks(answer: (path: string) => unknown) {
      const open = messages.filter(({ type, seq }) => type === 'ask' && !answered.has(seq));
      for (const { seq, path } of open) {
        answered.add(seq);
        await notify({
          type: 'answer',
          inReplyTo: seq,
          status: 200,
          text: JSON.stringify(answer(String(path))),
        });
      }
    },
    /** Messages of the page, of one type. */
    sent: (type: string) => messages.filter((message) => message.type === type),
    end() {
      for (const remove of removals) remove();
      around.mockRestore();
      listening.mockRestore();
    },
  };
}
