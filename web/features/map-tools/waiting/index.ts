/** Edits and comments that wait in this browser for a connection: a notice on the map, with their list. */
export { WaitingNotes } from './waiting-notes.tsx';
