import { createRequire } from 'node:module';
import path from 'node:path';
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
  /** Whether it has not been seen to work. */
  isUntried?: true;
}

/** The program of the reader. */
export const entry = path.join(import.meta.dirname, 'reading-process.ts');
const root = path.resolve(import.meta.dirname, '../../../..');
/** Location of the packages, also when the program's folder only links to them. */
const packages = path.resolve(createRequire(import.meta.url).resolve('proj4/package.json'), '../..');

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
