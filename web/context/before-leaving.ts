/** What the user leaves: the open tool, or the page with its tool. */
export type Leaving = 'tool' | 'page';

/** Whether to continue, or what to do then: only once all agree, because another question may keep the page. */
export type LeaveAnswer = boolean | (() => unknown);

/** Asks the user about changes that leaving would lose. */
export type AskBeforeLeaving = () => Promise<LeaveAnswer>;

const questions = new Set<{ left: Leaving; ask: AskBeforeLeaving }>();

/** Registers `ask` to decide before `left` is left; returns a function that unregisters it. */
export function askBeforeLeaving(left: Leaving, ask: AskBeforeLeaving): () => void {
  const question = { left, ask };
  questions.add(question);
  return () => questions.delete(question);
}

/** Whether leaving `left` would lose something. */
export function wouldLose(left: Leaving): boolean {
  return listenersOf(left).length > 0;
}

/**
 * Asks for confirmation of everything that leaving would lose, the open tool first; resolves with whether to
 * continue.
 */
export async function mayLeave(left: Leaving): Promise<boolean> {
  const agreed: (() => unknown)[] = [];
  for (const { ask } of listenersOf(left)) {
    const answer = await ask();
    if (!answer) return false;
    if (answer !== true) agreed.push(answer);
  }
  for (const carryOut of agreed) await carryOut();
  return true;
}

/** Calls `go` if the user may leave `left`: synchronously if no confirmation is needed. */
export function whenMayLeave(left: Leaving, go: () => void): void {
  if (!wouldLose(left)) return go();
  void mayLeave(left).then((goOn) => goOn && go());
}

function listenersOf(left: Leaving) {
  const ofTool = [...questions].filter((question) => question.left === 'tool');
  return left === 'tool'
    ? ofTool
    : [...ofTool, ...[...questions].filter((question) => question.left === 'page')];
}
