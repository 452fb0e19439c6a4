/** What is left: the tool in use for another one, or the whole page and with it its tool. */
export type Left = 'tool' | 'page';

/** Asks the person about something that leaving would lose; resolves with whether to continue. */
export type AskBeforeLeaving = () => Promise<boolean>;

const questions = new Set<{ left: Left; ask: AskBeforeLeaving }>();

/** Registers `ask` to decide before `left` is left; returns a function that unregisters it. */
export function askBeforeLeaving(left: Left, ask: AskBeforeLeaving): () => void {
  const question = { left, ask };
  questions.add(question);
  return () => questions.delete(question);
}

/** Whether leaving `left` would lose something. */
export function wouldLose(left: Left): boolean {
  return asked(left).length > 0;
}

/** Asks what leaving `left` would lose, the tool in use first; resolves with whether to continue. */
export async function mayLeave(left: Left): Promise<boolean> {
  for (const { ask } of asked(left)) if (!(await ask())) return false;
  return true;
}

/** Does `go` when nothing stands against leaving `left`: at once, in the same call, when there is nothing to ask. */
export function whenMayLeave(left: Left, go: () => void): void {
  if (!wouldLose(left)) return go();
  void mayLeave(left).then((goOn) => goOn && go());
}

function asked(left: Left) {
  const ofTool = [...questions].filter((question) => question.left === 'tool');
  return left === 'tool'
    ? ofTool
    : [...ofTool, ...[...questions].filter((question) => question.left === 'page')];
}
