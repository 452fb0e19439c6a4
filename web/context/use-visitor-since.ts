import { useEffect, useState } from 'react';
import { useAuthor, useConfiguration, usePortalIdentity } from './application-context.ts';

interface Stay {
  place: string;
  author: string;
  /** Epoch milliseconds. */
  began: number;
  /** When a stay as a visitor began that the author now continues. */
  visitorSince: number | undefined;
  /**
   * Who may continue what is written as a visitor: anyone if undefined. After a session has ended, only the person whose session it
   * was, if that is known: they may have gone on without signing in.
   */
  heir: string | undefined;
}

/** Where this tab records the sign-in for which a visitor left a place. */
const keyOf = (place: string) => `mapping.left-as-visitor:${place}`;

/**
 * Since when the user was a visitor in this place of the application before they signed in, on this page or by leaving it: the drafts
 * that they wrote there since then, as a visitor, are theirs.
 * @param place a form or a map
 * @returns epoch milliseconds; undefined if they were not
 */
export function useVisitorSince(place: string): number | undefined {
  const { connection } = useConfiguration();
  const { known } = usePortalIdentity(connection);
  const author = useAuthor(connection);
  const { session } = connection;
  const [seen, setSeen] = useState<Stay>();
  if (known && (seen?.place !== place || seen.author !== author)) {
    const stayed = seen?.place === place;
    const visitorSince = stayed
      ? seen.author === '' && mayContinue(seen.heir, author)
        ? seen.began
        : undefined
      : leftSince(place, session.returned, author);
    const heir = session.expired ? (session.lastUser ?? '') : undefined;
    // When the page was loaded; back from a sign-in that was not completed, the stay goes on.
    const began = (author === '' ? visitorSince : undefined) ?? performance.timeOrigin;
    setSeen({ place, author, began, visitorSince, heir });
  }
  const { heir, began = 0 } = seen ?? {};
  useEffect(() => {
    if (author !== '') return undefined;
    return session.onLeaving(async (state) =>
      sessionStorage.setItem(keyOf(place), JSON.stringify({ state, began, heir } satisfies Left)),
    );
  }, [session, author, place, began, heir]);
  return known && author !== '' ? seen?.visitorSince : undefined;
}

interface Left extends Pick<Stay, 'began'>, Partial<Pick<Stay, 'heir'>> {
  /** The OAuth state of the sign-in. */
  state: string;
}

const mayContinue = (heir: string | undefined, author: string) => heir === undefined || heir === author;

function leftSince(place: string, returned: string | undefined, author: string): number | undefined {
  try {
    const left = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null') as Left | null;
    const isTheirs = returned !== undefined && left?.state === returned && mayContinue(left.heir, author);
    return isTheirs ? left.began : undefined;
  } catch {
    return undefined;
  }
}
