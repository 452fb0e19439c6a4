/**
 * Work that would block the event loop too long. It is restarted in a thread: nothing irreversible may have
 * happened before this is thrown.
 */
export class TooHeavy extends Error {
  override readonly name = 'TooHeavy';
  readonly work: 'geometry' | 'pages';

  /** @param work the class of work whose threads continue */
  constructor(work: 'geometry' | 'pages' = 'geometry') {
    super();
    this.work = work;
  }
}
