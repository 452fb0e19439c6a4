import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { limits } from '../../../limits.ts';

/**
 * The process that reads an untrusted file is confined by what the operating system offers without special
 * rights:
 *
 * - everywhere: Node's permission model (this program and the one file to read, the folder of that file to
 * write, no network, processes, threads, native addons), a limit of V8's heap, no environment, no network modules, a
 * timeout from outside;
 * - with a POSIX shell: limits of processor seconds, file sizes and open files, and on Linux of memory of any
 * kind;
 * - on Linux with util-linux and user namespaces: no network at all by the kernel too, and it ends together with the server.
 *
 * Node's permission model does not govern the files SQLite opens: `geopackage-store.ts` denies every
 * statement that could.
 */
export interface Confinement {
  /** Whether the shell's limits (`ulimit`) work. */
  limits: boolean;
  /** Command line before the shell that removes the network; empty where that is impossible. */
  isolation: readonly string[];
}

const entry = path.join(import.meta.dirname, 'reading-process.ts');
const root = path.resolve(import.meta.dirname, '../../../..');
/** Location of the packages, also when the program's folder only links to them. */
const packages = path.resolve(createRequire(import.meta.url).resolve('proj4/package.json'), '../..');

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

/** Milliseconds for the reader to start with all its modules. */
const trialMs = 30_000;

/** What this computer offers, tested once; again for the next file after a trial that took too long, because the computer was busy. */
export const findConfinement = untilKnown(tryToStart);

type Trial = 'works' | 'fails' | 'late';

/** Remembers what was found, unless a better isolation was late, which may work. */
export function untilKnown(trial: (confinement: Confinement) => Promise<Trial>): () => Promise<Confinement> {
  let found: Promise<Confinement> | undefined;
  const find = async (): Promise<Confinement> => {
    if (process.platform === 'win32') return { limits: false, isolation: [] };
    if (process.platform !== 'linux') return { limits: true, isolation: [] };
    let isLate = false;
    let best: Confinement = { limits: true, isolation: [] };
    for (const isolation of isolations) {
      const result = await trial({ limits: true, isolation });
      isLate ||= result === 'late';
      if (result !== 'works') continue;
      best = { limits: true, isolation };
      break;
    }
    if (isLate) found = undefined;
    return best;
  };
  return () => (found ??= find());
}

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

export interface ReaderBounds {
  /** The only file it may read, besides its program, and the only folder it may write. */
  file: string;
  folder: string | undefined;
  /** Processor time of all its threads together. */
  cpuSeconds: number;
  heapMegabytes?: number;
}

/** The command line of the reader's process, with its program last. */
export function readerCommand(
  { limits: limited, isolation }: Confinement,
  { file, folder, cpuSeconds, heapMegabytes }: ReaderBounds,
): { command: string; args: string[] } {
  const heap = `--max-old-space-size=${heapMegabytes ?? limits.uploadHeapMegabytes}`;
  const node = [process.execPath, heap, ...nodeArguments(file, folder), entry];
  const line = limited ? [...isolation, '/bin/sh', '-c', shellLimits(cpuSeconds), 'sh', ...node] : node;
  const [command = process.execPath, ...args] = line;
  return { command, args };
}

/** Nothing of the server's environment except the program paths. */
export function readerEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
}

function nodeArguments(file: string, folder: string | undefined): string[] {
  const readable = [
    path.join(root, 'package.json'),
    path.join(root, 'server', '*'),
    path.join(root, 'wire', '*'),
    path.join(packages, '*'),
    // A link is followed only where it may be read as well.
    path.join(root, 'node_modules', '*'),
    file,
    ...(folder === undefined ? [] : [path.join(folder, '*')]),
  ];
  return [
    '--permission',
    ...readable.map((each) => `--allow-fs-read=${each}`),
    ...(folder === undefined ? [] : [`--allow-fs-write=${path.join(folder, '*')}`]),
    '--max-semi-space-size=16',
    '--disallow-code-generation-from-strings',
    '--no-addons',
    '--no-warnings',
  ];
}

/** A lower limit set by the operator is kept. */
function shellLimits(cpuSeconds: number): string {
  const wanted = [
    `-t ${cpuSeconds}`,
    // Kilobytes of private writable memory. An idle Node reserves about 600 MB of it.
    `-d ${limits.uploadReaderMegabytes * 1000}`,
    // Blocks of 512 bytes.
    `-f ${Math.ceil(limits.unpackedBytes / 512)}`,
    '-n 256',
    '-c 0',
  ];
  const lines = wanted.map((each) => `(ulimit ${each}) 2>/dev/null && ulimit ${each};`);
  return `${lines.join(' ')} exec "$@"`;
}

/** A warning for the operator when this computer does not offer everything; undefined when it does. */
export function missingProtection({ limits: limited, isolation }: Confinement): string | undefined {
  if (!limited)
    return 'Uploaded files are read in a process without operating system limits, because this is Windows: only V8’s heap limit, Node’s permission model and a timeout restrict it.';
  if (isolation.length > 0) return undefined;
  return process.platform === 'linux'
    ? 'Uploaded files are read in a process without network isolation by the kernel: unprivileged user namespaces or util-linux are missing here, or this computer was too busy to try them, which the next file repeats. Network modules are refused inside it.'
    : 'Uploaded files are read in a process whose memory is limited only by V8’s heap limit, without network isolation by the kernel: this is not Linux.';
}
