import { useEffect, useState } from 'react';
import { draftWriter, loadDrafts, takeOverDrafts } from './draft-store.ts';
import { createDrafts, type Drafts } from '../../../waiting/comment-drafts.ts';

/**
 * The unsent comments of a person on a map, also those from before the page was reloaded.
 * @param who the username; empty for visitors, undefined while it is not known
 * @param visitorSince when they opened the map as a visitor, before they signed in there: what they wrote since then is theirs
 * @returns undefined while they are loaded
 */
export function useStoredDrafts(
  org: string,
  wid: string,
  who: string | undefined,
  visitorSince: number | undefined,
): Drafts | undefined {
  const [loaded, setLoaded] = useState<{ of: string; drafts: Drafts }>();
  const of = JSON.stringify([org, wid, who]);
  useEffect(() => {
    if (who === undefined) return undefined;
    let left = false;
    const author = { org, wid, who };
    const load = async () => {
      if (visitorSince !== undefined) await takeOverDrafts(author, visitorSince);
      const stored = await loadDrafts(author, Date.now());
      if (!left) setLoaded({ of, drafts: createDrafts(stored, draftWriter(author)) });
    };
    void load();
    return () => {
      left = true;
    };
  }, [org, wid, who, visitorSince, of]);
  // Never the drafts of another account.
  return loaded?.of === of ? loaded.drafts : undefined;
}
