import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;

/** Memory this process may use: that of the machine, or of its container. */
export function availableMemory(constrained = process.constrainedMemory(), total = totalmem()): number {
  // Without a limit of its own a process is told 0 or a number beyond any machine.
  return constrained > 0 ? Math.min(constrained, total) : total;
}

/**
 * PostgreSQL's settings for a machine of so many bytes of memory. An eighth of it, at most 2 GB, is the database's own cache: the rest is
 * the server's and the system's, whose cache holds the files once more.
 */
export function serverSettings(memory: number): Record<string, string> {
  const buffers = Math.min(2048, Math.max(128, Math.floor(memory / 8 / megabyte)));
  return {
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(memory / 2 / megabyte))}MB`,
    work_mem: '16MB',
    // Pages are read from a disk without a moving head, and the files of one portal fit into memory as a rule.
    random_page_cost: '1.1',
  };
}
