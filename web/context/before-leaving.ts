/** What is left: the tool in use for another one, or the whole page and with it its tool. */
export type Leaving = 'tool' | 'page';

/** Asks the person about something that leaving would lose; resolves with whether to continue. */
export type AskBeforeLeaving = () => Promise<boolean>;

const questions = new Set<{ left: Leaving; ask: AskBeforeLeaving }>();

/** Registers `ask` to decide before `left` is left; returns a function that unregisters it. */
export function askBeforeLeaving(left: Leaving, ask: AskBeforeLeaving): () => void {
  const question = { left, ask };
  questions.add(question);
  return () => questions.delete(question);
}

/** Whether leaving `left` would lose something. */
export function wouldLose(left: Leaving): boolean {
  return asked(left).length > 0;
}

/** Asks what leaving `left` would lose, the tool in use first; resolves with whether to continue. */
export async function mayLeave(left: Leaving): Promise<boolean> {
  for (const { ask } of asked(left)) if (!(await ask())) return false;
  return true;
}

/** Does `go` when nothing stands against leaving `left`: at once, in the same call, when there is nothing to ask. */
export function whenMayLeave(left: Leaving, go: () => void): void {
  if (!wouldLose(left)) return go();
  void mayLeave(left).then((goOn) => goOn && go());
}

function asked(left: Leaving) {
  const ofTool = [...questions].filter((question) => question.left === 'tool');
  return left === 'tool'
    ? ofTool
    : [...ofTool, ...[...questions].filter((question) => question.left === 'page')];
}
