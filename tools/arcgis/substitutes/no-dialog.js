/** No password dialog: whoever opened one would hear that it was cancelled. */
// oxlint-disable-next-line import/no-default-export
export default class NoDialog {
  on(name, listener) {
    if (name === 'cancel') queueMicrotask(listener);
    return { remove() {} };
  }
  destroy() {}
}
