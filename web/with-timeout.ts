/**
 * Waits for `work` at most `milliseconds`. The work itself continues: it has to be aborted by its own means.
 *
 * @param onTimeout returns the result of work that takes longer, or throws its error
 * @throws the error of `work`
 */
export async function withTimeout<Value, Late>(
  work: Promise<Value>,
  milliseconds: number,
  onTimeout: () => Late,
): Promise<Value | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    return await Promise.race([work, timeout.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}
