import { Agent, get } from 'node:http';

export interface ProbeFigures {
  /** Milliseconds of the responses, sorted. */
  times: number[];
  /** The address that took the longest. */
  slowest: string;
  /** Responses other than 200, and requests without a response. */
  failed: string[];
}

const pause = 50;

/** Requests every address every 50 ms, whether or not earlier requests were answered. */
export function startProbe(origin: string, paths: readonly string[]) {
  const agent = new Agent({ keepAlive: true });
  const waiting = new Set<Promise<void>>();
  const figures: ProbeFigures = { times: [], slowest: '', failed: [] };
  let longest = 0;
  const ask = async (path: string) => {
    const started = performance.now();
    const status = await new Promise<string>((resolve) => {
      const options = { agent, headers: { 'x-forwarded-for': '198.51.100.1' } };
      get(origin + path, options, (response) => {
        response.resume();
        response.on('end', () => resolve(String(response.statusCode)));
      }).on('error', (error) => resolve(error.message));
    });
    const time = performance.now() - started;
    if (time > longest) [longest, figures.slowest] = [time, path];
    figures.times.push(time);
    if (status !== '200') figures.failed.push(`${path}: ${status}`);
  };
  const timer = setInterval(() => {
    for (const path of paths) {
      const requested = ask(path);
      waiting.add(requested);
      void requested.finally(() => waiting.delete(requested));
    }
  }, pause);
  return async (): Promise<ProbeFigures> => {
    clearInterval(timer);
    await Promise.all(waiting);
    agent.destroy();
    figures.times.sort((a, b) => a - b);
    return figures;
  };
}
