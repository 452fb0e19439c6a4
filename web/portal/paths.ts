// Paths below a portal's REST root (https://developers.arcgis.com/rest/users-groups-and-items/).

export const accountPath = (username: string): string => `community/users/${encodeURIComponent(username)}`;

export const groupPath = (id: string): string => `community/groups/${encodeURIComponent(id)}`;

export const itemPath = (id: string): string => `content/items/${encodeURIComponent(id)}`;

/** A user's content. @param folder id of one of their folders; empty: the root */
export const contentPath = (username: string, folder = ''): string =>
  ['content', 'users', username, ...(folder ? [folder] : [])].map(encodeURIComponent).join('/');

/** An item below its owner, where it is changed. */
export const ownItemPath = ({ owner, id }: { owner: string; id: string }): string =>
  `${contentPath(owner)}/items/${encodeURIComponent(id)}`;
