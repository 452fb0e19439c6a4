import { savedSessionKey } from './saved-session.ts';
import { endOnServer, signOutPrefix } from './sign-out.ts';
import { keysWith } from './stored-people.ts';

/**
 * Repeats the sign-outs of this browser that no server has answered. They have no access token: what is left of the
 * session is in the server's cookie.
 */
export async function repeatSignOuts(page: Pick<Window, 'localStorage' | 'location'>): Promise<void> {
  const { localStorage: storage, location } = page;
  await Promise.all(
    keysWith(storage, signOutPrefix).map(async (key) => {
      const place = parsePlace(storage.getItem(key), location.origin);
      if (!place) return storage.removeItem(key);
      // With a session since, the cookie is of that one.
      if (storage.getItem(savedSessionKey(place.restUrl, place.appId)) !== null) return;
      await endOnServer({ ...place, page });
    }),
  );
}

/** Validates a stored sign-out, which other scripts of this origin may have written. */
function parsePlace(text: string | null, origin: string) {
  try {
    const { brokerUrl, restUrl, appId } = JSON.parse(text ?? '') as Record<string, unknown>;
    const isPlace = typeof brokerUrl === 'string' && typeof restUrl === 'string' && typeof appId === 'string';
    return isPlace && new URL(brokerUrl).origin === origin ? { brokerUrl, restUrl, appId } : undefined;
  } catch {
    return undefined;
  }
}
