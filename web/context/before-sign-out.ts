/** Asks the person about work that signing out would lose; resolves with whether to go on. */
export type AskBeforeSignOut = () => Promise<boolean>;

const asks = new Set<AskBeforeSignOut>();

/** Has `ask` decide before someone signs out on this page; returns how to stop. */
export function askBeforeSignOut(ask: AskBeforeSignOut): () => void {
  asks.add(ask);
  return () => asks.delete(ask);
}

/** Whether nothing stands against signing out. Without unsaved work nobody is asked, and the answer is there at once. */
export function maySignOut(): true | Promise<boolean> {
  if (asks.size === 0) return true;
  return (async () => {
    for (const ask of asks) if (!(await ask())) return false;
    return true;
  })();
}
