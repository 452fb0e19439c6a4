import { useEffect, useState } from 'react';
import { useAuthor, useConfiguration, usePortalIdentity } from './application-context.ts';

/** Where this tab records the sign-in for which a visitor left a place. */
const keyOf = (place: string) => `mapping.left-as-visitor:${place}`;

/**
 * Whether the user was a visitor in this place of the application before they signed in, on this page or by leaving it: the drafts
 * that they wrote there as a visitor are theirs.
 * @param place a form or a map
 */
export function useWasVisitor(place: string): boolean {
  const { connection } = useConfiguration();
  const { known } = usePortalIdentity(connection);
  const author = useAuthor(connection);
  const { session } = connection;
  const [seen, setSeen] = useState<{ place: string; author: string; wasVisitor: boolean }>();
  if (known && (seen?.place !== place || seen.author !== author)) {
    const stayed = seen?.place === place;
    setSeen({ place, author, wasVisitor: stayed ? seen.author === '' : hasLeft(place, session.returned) });
  }
  useEffect(() => {
    if (author !== '') return undefined;
    return session.onLeaving(async (state) => sessionStorage.setItem(keyOf(place), state));
  }, [session, author, place]);
  return known && author !== '' && seen?.wasVisitor === true;
}

function hasLeft(place: string, returned: string | undefined): boolean {
  try {
    return returned !== undefined && sessionStorage.getItem(keyOf(place)) === returned;
  } catch {
    return false;
  }
}
