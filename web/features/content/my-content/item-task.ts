/** Actions on the user's own items. */
export type ItemTask = 'edit' | 'share' | 'move' | 'copy' | 'owner' | 'delete';
