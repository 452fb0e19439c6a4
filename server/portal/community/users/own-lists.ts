import type { Operation } from '../../operation.ts';
import { countTags } from '../user-store.ts';
import { loadOwnUser } from './load-user.ts';

/** `community/users/{user}/tags`: tags of the user's items, with their frequency. */
export const getTags: Operation = async (call) => {
  const { username } = await loadOwnUser(call);
  return { tags: await countTags(call.context.database, username) };
};

/** `community/users/{user}/notifications`: this portal sends none. */
export const getNotifications: Operation = async (call) => {
  await loadOwnUser(call);
  return { notifications: [] };
};

/** `community/users/{user}/properties`: clients store nothing here. */
export const getProperties: Operation = async (call) => {
  await loadOwnUser(call);
  return { properties: {} };
};
