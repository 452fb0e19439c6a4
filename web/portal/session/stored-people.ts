import { parseSavedSession, savedSessionLife, savedSessionPrefix } from './saved-session.ts';

/** A person who is signed in to a portal through an application. */
export interface StoredPerson {
  restUrl: string;
  appId: string;
  username: string;
}

/** Who is signed in to this browser, at all portals: the sessions in its storage whose day is not over. */
export function listStoredPeople(storage: Storage, now: number): StoredPerson[] {
  return keysWith(storage, savedSessionPrefix).flatMap((key) => {
    const saved = parseSavedSession(storage.getItem(key));
    if (!saved || now >= saved.signedInAt + savedSessionLife || saved.signedInAt > now) return [];
    const place = key.slice(savedSessionPrefix.length);
    const colon = place.lastIndexOf(':');
    return [{ restUrl: place.slice(0, colon), appId: place.slice(colon + 1), username: saved.username }];
  });
}

/** The keys of a storage that begin with a prefix. */
export function keysWith(storage: Storage, prefix: string): string[] {
  const keys = Array.from(storage, (_value, index) => storage.key(index) ?? '');
  return keys.filter((key) => key.startsWith(prefix));
}
