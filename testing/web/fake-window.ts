/** A popped-out browser window, with a page of its own. */
export interface FakeWindow {
  window: Window;
  page: Document;
  /** Removes it after the test. */
  remove: () => void;
}

/**
 * Another window with a real page, made of a frame; it can be closed and copied in, and is otherwise what
 * jsdom provides.
 */
export function fakeWindow(): FakeWindow {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const { contentWindow: window, contentDocument: page } = frame;
  if (!window || !page) throw new Error('jsdom gave the frame no page.');
  page.body.innerHTML = '<div id="pop-out"></div>';
  let closed = false;
  Object.defineProperties(window, {
    closed: { get: () => closed },
    close: { value: () => (closed = true) },
    focus: { value: () => {} },
    matchMedia: { value: globalThis.window.matchMedia },
  });
  Object.defineProperty(window.navigator, 'clipboard', { value: { writeText: async (_text: string) => {} } });
  return { window, page, remove: () => frame.remove() };
}
