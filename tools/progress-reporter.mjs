// Prints the progress of a Vitest run regularly: “120 of 430 files, 2.1 min”. Errors that no test caught fail
// a run as much as a failed test does, but Vitest's JSON report omits them: they are written to
// `UNCAUGHT_ERRORS_FILE`, a list of texts.
import { writeFileSync } from 'node:fs';

// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter by it.
export default class ProgressReporter {
  #files = 0;
  #done = 0;
  #begun = 0;
  #reported = 0;

  onTestRunStart(specifications) {
    this.#files = specifications.length;
    this.#done = 0;
    this.#begun = this.#reported = Date.now();
  }

  onTestModuleEnd() {
    this.#done += 1;
    const now = Date.now();
    if (now - this.#reported < 15_000) return;
    this.#reported = now;
    console.log(
      `  … ${this.#done} of ${this.#files} files, ${((now - this.#begun) / 60_000).toFixed(1)} min`,
    );
  }
  onTestRunEnd(_modules, errors) {
    const file = process.env.UNCAUGHT_ERRORS_FILE;
    if (!file || errors.length === 0) return;
    const texts = errors.map(({ name, message, stacks }) => {
      const [at] = stacks ?? [];
      return `${name}: ${message}${at ? ` (${at.file}:${at.line})` : ''}`;
    });
    writeFileSync(file, JSON.stringify(texts));
  }
}
