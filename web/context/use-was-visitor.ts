import { useEffect, useState } from 'react';
import { useAuthor, useConfiguration, usePortalIdentity } from './application-context.ts';

interface Stay {
  place: string;
  author: string;
  wasVisitor: boolean;
  /**
   * Who may continue what is written as a visitor: anyone if undefined. After a session has ended, only the person whose session it
   * was, if that is known: they may have gone on without signing in.
   */
  heir: string | undefined;
}

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
  const [seen, setSeen] = useState<Stay>();
  if (known && (seen?.place !== place || seen.author !== author)) {
    const stayed = seen?.place === place;
    const wasVisitor = stayed
      ? seen.author === '' && mayContinue(seen.heir, author)
      : hasLeft(place, session.returned, author);
    const heir = session.expired ? (session.lastUser ?? '') : undefined;
    setSeen({ place, author, wasVisitor, heir });
  }
  const heir = seen?.heir;
  useEffect(() => {
    if (author !== '') return undefined;
    return session.onLeaving(async (state) =>
      sessionStorage.setItem(keyOf(place), JSON.stringify({ state, heir } satisfies Left)),
    );
  }, [session, author, place, heir]);
  return known && author !== '' && seen?.wasVisitor === true;
}

interface Left extends Partial<Pick<Stay, 'heir'>> {
  /** The OAuth state of the sign-in. */
  state: string;
}

const mayContinue = (heir: string | undefined, author: string) => heir === undefined || heir === author;

function hasLeft(place: string, returned: string | undefined, author: string): boolean {
  try {
    const left = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null') as Left | null;
    return returned !== undefined && left?.state === returned && mayContinue(left.heir, author);
  } catch {
    return false;
  }
}
