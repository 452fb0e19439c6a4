import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * QGIS without a screen. Debian: apt-get install --no-install-recommends python3-qgis. `QGIS_PYTHON` is another command that runs
 * Python with QGIS, such as one in a folder with another release of Debian.
 */
const [program = '', ...programArguments] = (process.env['QGIS_PYTHON'] ?? '/usr/bin/python3').split(' ');
const script = readFileSync(path.join(import.meta.dirname, 'read-layer.py'), 'utf8');

/** The version of QGIS; undefined where it is not installed. */
export function qgisVersion(): string | undefined {
  const ask = 'from qgis.core import Qgis; print(Qgis.QGIS_VERSION)';
  const { status, stdout } = spawnSync(program, [...programArguments, '-c', ask]);
  return status === 0 ? stdout.toString().trim() : undefined;
}

export interface QgisTask {
  provider: 'arcgisfeatureserver' | 'OAPIF' | 'vectortile';
  uri: string;
  token?: string | undefined;
  filter?: string;
  rectangle?: readonly number[];
  edits?: object;
  extent?: readonly number[];
  style?: boolean;
}

/** What QGIS finds in a layer (`read-layer.py`). */
export async function openInQgis(task: QgisTask): Promise<any> {
  const python = spawn(program, [...programArguments, '-c', script]);
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  python.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  python.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  python.stdin.end(JSON.stringify(task));
  const code = await new Promise<number | null>((resolve) => {
    python.once('close', resolve);
  });
  const answer = Buffer.concat(output).toString().trim().split('\n').at(-1) ?? '';
  if (code !== 0 || !answer.startsWith('{'))
    throw new Error(`QGIS ended with ${code}: ${Buffer.concat(errors).toString().slice(-2000)}`);
  return JSON.parse(answer);
}
