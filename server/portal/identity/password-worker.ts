import { scryptSync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

export interface PasswordTask {
  number: number;
  password: string;
  salt: Uint8Array;
  bytes: number;
  options: { N: number; r: number; p: number; maxmem: number };
}

export type PasswordResult =
  { number: number; key: Uint8Array; error?: undefined } | { number: number; key?: undefined; error: string };

const respond = (message: PasswordResult) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  parentPort?.postMessage(message);

parentPort?.on('message', ({ number, password, salt, bytes, options }: PasswordTask) => {
  try {
    respond({ number, key: scryptSync(password, salt, bytes, options) });
  } catch (error) {
    respond({ number, error: String(error) });
  }
});
