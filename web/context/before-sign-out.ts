/** Asks the user about work that signing out would lose; resolves with whether to continue. */
export type AskBeforeSignOut = () => Promise<boolean>;

const asks = new Set<AskBeforeSignOut>();

/** Registers `ask` to decide before the user signs out on this page; returns a function that unregisters it. */
export function askBeforeSignOut(ask: AskBeforeSignOut): () => void {
  asks.add(ask);
  return () => asks.delete(ask);
}

/** Whether signing out may proceed. Without unsaved work it resolves at once, without asking. */
export function maySignOut(): true | Promise<boolean> {
  if (asks.size === 0) return true;
  return (async () => {
    for (const ask of asks) if (!(await ask())) return false;
    return true;
  })();
}
