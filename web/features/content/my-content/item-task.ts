/** What can be done with items of one's own. */
export type ItemTask = 'edit' | 'share' | 'move' | 'owner' | 'delete';
