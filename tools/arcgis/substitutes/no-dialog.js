/** No password dialog: opening one would report that it was cancelled. */
// oxlint-disable-next-line import/no-default-export
export default class NoDialog {
  on(name, listener) {
    if (name === 'cancel') queueMicrotask(listener);
    return { remove() {} };
  }
  destroy() {}
}
