/** Asks the person about something begun that leaving would lose; resolves with whether to go on. */
export type AskBeforeLeaving = () => Promise<boolean>;

const asks = new Set<AskBeforeLeaving>();

/** Has `ask` decide before the tool in use gives way to another or is closed; returns how to stop. */
export function askBeforeLeaving(ask: AskBeforeLeaving): () => void {
  asks.add(ask);
  return () => asks.delete(ask);
}

/** Whether something was begun that leaving would lose. */
export function isSomethingBegun(): boolean {
  return asks.size > 0;
}

/** Asks about everything that was begun; resolves with whether to go on. */
export async function mayLeave(): Promise<boolean> {
  for (const ask of asks) if (!(await ask())) return false;
  return true;
}

/** Does `go` when nothing stands against leaving: at once when nothing was begun. */
export function whenMayLeave(go: () => void): void {
  if (!isSomethingBegun()) return go();
  void mayLeave().then((goOn) => goOn && go());
}
