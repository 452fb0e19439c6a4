/** Undo for edits of features. */
export { EditNotice } from './edit-notice.tsx';
