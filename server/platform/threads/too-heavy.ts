/**
 * Work that would block the event loop too long. It is restarted in a thread: nothing irreversible may have
 * happened before this is thrown.
 */
export class TooHeavy extends Error {
  override readonly name = 'TooHeavy';
}
