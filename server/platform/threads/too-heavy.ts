/**
 * Work that would keep the event loop busy too long. It is begun again in a thread beside it: until this is thrown, nothing
 * may have happened that cannot happen twice.
 */
export class TooHeavy extends Error {
  override readonly name = 'TooHeavy';
}
