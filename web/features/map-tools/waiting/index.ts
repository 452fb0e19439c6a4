/** Edits and comments that wait in this browser for a connection: a notice on the map, their list, and their sending. */
export { loadWaitingKeeper, WaitingNotes } from './waiting-notes.tsx';
