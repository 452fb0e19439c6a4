import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Confinement, entry, readerCommand, readerEnvironment } from './confine.ts';

/** The better one first. */
const isolations: readonly (readonly string[])[] = [
  [
    'unshare',
    '--user',
    '--map-current-user',
    '--net',
    '--',
    'setpriv',
    '--pdeathsig',
    'KILL',
    '--no-new-privs',
    '--',
  ],
  ['unshare', '--user', '--map-current-user', '--net', '--'],
];

/** Milliseconds for the reader to start with all its modules, and that a file waits for the first trial. */
const [trialMs, patienceMs] = [30_000, 5000];

/** Trials that may be late; after them the isolation stays untried. */
const mostLate = 3;

type Trial = 'works' | 'fails' | 'late';

interface ConfinementOptions {
  /** Whether the reader starts this way. */
  trial?: (confinement: Confinement) => Promise<Trial>;
  /** Ends when a file has waited long enough. */
  patience?: () => Promise<unknown>;
}

/**
 * Finds by trial what this computer offers to confine readers. An isolation that does not work fails at once, and is not used. One
 * whose trial is late is used: the computer may only be slow, and a caller who keeps it busy must not weaken the isolation. If it
 * does not work after all, reading fails. Only the first trial is waited for, and
 * not for long; a few others run beside the next files.
 */
export class ConfinementChoice {
  readonly #trial: NonNullable<ConfinementOptions['trial']>;
  readonly #patience: NonNullable<ConfinementOptions['patience']>;
  #left = isolations;
  #known: Confinement | undefined;
  #trying: Promise<void> | undefined;
  #late = 0;
  /** Is called after each trial that changes what is known. */
  notify: (confinement: Confinement) => void = () => {};

  constructor({
    trial = tryToStart,
    patience = () => wait(patienceMs, undefined, { ref: false }),
  }: ConfinementOptions = {}) {
    this.#trial = trial;
    this.#patience = patience;
    if (process.platform === 'win32') this.#known = { limits: false, isolation: [] };
    else if (process.platform !== 'linux') this.#known = { limits: true, isolation: [] };
  }

  /** For the next file. */
  async find(): Promise<Confinement> {
    if (!this.#known && !this.staysUntried) {
      const isFirst = this.#late === 0;
      const trying = this.#try();
      if (isFirst) await Promise.race([trying, this.#patience()]);
    }
    return this.#current;
  }

  /** After the first trial, however long it takes. */
  async afterTrial(): Promise<Confinement> {
    if (!this.#known) await this.#try();
    return this.#current;
  }

  /** Whether all trials were late. */
  get staysUntried(): boolean {
    return !this.#known && this.#late >= mostLate;
  }

  get #current(): Confinement {
    const [isolation = []] = this.#left;
    return this.#known ?? { limits: true, isolation, isUntried: true };
  }

  /** One at a time. */
  #try(): Promise<void> {
    this.#trying ??= this.#tryEach().finally(() => (this.#trying = undefined));
    return this.#trying;
  }

  async #tryEach(): Promise<void> {
    for (const isolation of this.#left) {
      const result = await this.#trial({ limits: true, isolation });
      if (result === 'late') this.#late += 1;
      if (result === 'works') this.#known = { limits: true, isolation };
      if (result !== 'fails') break;
      this.#left = this.#left.slice(1);
    }
    if (this.#left.length === 0) this.#known = { limits: true, isolation: [] };
    if (this.#known || this.staysUntried) this.notify(this.#current);
  }
}

/** What this computer offers, for all files that this process reads. */
export const readerConfinement = new ConfinementChoice();

/** Whether the reader starts this way, with all its modules. */
export async function tryToStart(confinement: Confinement, milliseconds = trialMs): Promise<Trial> {
  const { command, args } = readerCommand(confinement, { file: entry, folder: undefined, cpuSeconds: 60 });
  try {
    const { stdout } = await promisify(execFile)(command, [...args, '--check'], {
      env: readerEnvironment(),
      timeout: milliseconds,
    });
    return stdout.trim() === 'ready' ? 'works' : 'fails';
  } catch (error) {
    return (error as { killed?: boolean }).killed ? 'late' : 'fails';
  }
}

/** A warning for the operator when this computer does not offer everything; undefined when it does. */
export function missingProtection({ limits, isolation, isUntried }: Confinement): string | undefined {
  if (!limits)
    return 'Uploaded files are read in a process without operating system limits, because this is Windows: only V8’s heap limit, Node’s permission model and a timeout restrict it.';
  if (isUntried)
    return `Uploaded files are read with network isolation by the kernel that could not be tried, because starting a reader took longer than ${trialMs / 1000} seconds: this computer is too slow or too busy. If it does not work here, uploads fail.`;
  if (isolation.length > 0) return undefined;
  return process.platform === 'linux'
    ? 'Uploaded files are read in a process without network isolation by the kernel: unprivileged user namespaces or util-linux are missing here. Network modules are refused inside it.'
    : 'Uploaded files are read in a process whose memory is limited only by V8’s heap limit, without network isolation by the kernel: this is not Linux.';
}
