import pg from 'pg';
import { databaseTimeouts } from '../../limits.ts';
import { sessionSettings } from './connect.ts';
import { type Primary, primaryIsAway } from './primary.ts';

/** Milliseconds between two contacts, and between two attempts to reach a primary that is away. */
const contactEvery = 1000;
const retryEvery = 500;
/** Milliseconds between two attempts when requests wait for them, and how long these wait. */
const retryAtLeast = 50;
const retryWait = 250;
/** Milliseconds without an answer on the open connection, then without a new one, until the primary counts as away. */
const silence = 3000;
const connecting = 2000;
/** Waits are counted in turns of the event loop: a process that was itself busy or stopped must not take the primary for lost. */
const turn = 250;
/** A replica must have everything that was committed this many milliseconds before the last contact. */
const mayMiss = 2000;

/** The position in the log up to which everything is durable, null on a replica; which start of which node; and its clock. */
const ask = `select case when pg_is_in_recovery() then null
  else pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text end as position,
  concat(inet_server_addr(), ' ', inet_server_port(), ' ', pg_postmaster_start_time()) as node,
  floor(extract(epoch from clock_timestamp()) * 1000)::text as clock`;

interface Contact {
  position: string | null;
  node: string;
  /** Epoch milliseconds. */
  clock: string;
}

export interface PrimaryNotice {
  isAway: boolean;
  /** Why it is away. */
  reason?: string;
}

/** Asks the primary every second on a connection of its own, and keeps `primary` up to date: whether it answers, and its clock. */
export class PrimaryWatch {
  readonly #url: string;
  readonly #primary: Primary;
  readonly #notify: (notice: PrimaryNotice) => void;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #lastContact = Date.now();
  /** Resolves when the next attempt has ended. */
  #attempt = Promise.withResolvers<void>();
  /** Resolves when the primary has answered for the first time, or could not be reached. */
  readonly firstAttempt = this.#attempt.promise;
  /** Whether a request waits for it; `#wake` ends the pause before it. */
  #isAsked = false;
  #wake: () => void = () => {};
  /** That answered last. */
  #node: string | undefined;
  /** Positions of the last contacts, the oldest first. */
  #positions: { at: number; position: bigint }[] = [];

  constructor(url: string, primary: Primary, notify: (notice: PrimaryNotice) => void) {
    this.#url = url;
    this.#primary = primary;
    this.#notify = notify;
    primary.retry = () => this.#retry();
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    let client: pg.Client | undefined;
    while (!this.#stopping.signal.aborted) {
      const isNew = client === undefined;
      try {
        client ??= await this.#connect();
        const before = Date.now();
        const { rows } = await inTime(client.query<Contact>(ask), silence);
        this.#note(rows[0], before);
        this.#end();
        await this.#pause(contactEvery, client);
      } catch (error) {
        client?.connection.stream.destroy();
        client = undefined;
        // Only this connection may be lost: a new one decides.
        if (!isNew) continue;
        if (isAnswer(error)) this.#restore();
        else this.#lose(error as Error);
        this.#end();
        // Many requests must not make it a flood of attempts.
        await this.#pause(retryAtLeast);
        if (!this.#isAsked) await this.#pause(retryEvery);
        this.#isAsked = false;
      }
    }
    client?.connection.stream.destroy();
  }

  /** For what waits for a primary that may be back: recovery is noticed at once. */
  async #retry(): Promise<void> {
    this.#isAsked = true;
    this.#wake();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, retryWait);
    await Promise.race([promise, this.#attempt.promise]);
    clearTimeout(timer);
  }

  #end(): void {
    this.#attempt.resolve();
    this.#attempt = Promise.withResolvers();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true });
    client.on('error', () => {});
    try {
      await inTime(client.connect(), connecting);
      await inTime(client.query(sessionSettings(databaseTimeouts.reserved, true)), silence);
    } catch (error) {
      client.connection.stream.destroy();
      throw error;
    }
    return client;
  }

  #note(contact: Contact | undefined, before: number): void {
    if (!contact?.position) throw new Error('The node is not the primary.');
    const { position, node, clock } = contact;
    const isReplaced = this.#node !== undefined && this.#node !== node;
    this.#node = node;
    const at = Date.now();
    this.#lastContact = at;
    this.#primary.compareClocks(before, Number(clock), at);
    this.#positions.push({ at, position: BigInt(position) });
    // One of them is old enough.
    while ((this.#positions[1]?.at ?? at) <= at - mayMiss) this.#positions.shift();
    if (isReplaced) this.#primary.replace();
    this.#restore();
  }

  #restore(): void {
    if (this.#primary.awaySince === undefined) return;
    this.#primary.restore();
    this.#notify({ isAway: false });
  }

  #lose({ message }: Error): void {
    if (this.#primary.awaySince !== undefined || this.#stopping.signal.aborted) return;
    this.#primary.lose(this.#lastContact, this.#positions[0]?.position ?? 0n);
    // The next primary continues the log of a node that had all of this.
    this.#positions = [];
    this.#notify({ isAway: true, reason: message });
  }

  /** Waits; not longer than the connection lasts, and not at all after `stop`. */
  async #pause(milliseconds: number, client?: pg.Client): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    timer.unref();
    const end = () => resolve();
    this.#stopping.signal.addEventListener('abort', end, { once: true });
    client?.once('end', end);
    this.#wake = end;
    await promise;
    clearTimeout(timer);
    this.#stopping.signal.removeEventListener('abort', end);
    client?.off('end', end);
  }
}

/** Whether a server rejected the request itself, so it is there. */
function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(57P|08)/.test(error.code ?? '');
}

async function inTime<Result>(answer: Promise<Result>, milliseconds: number): Promise<Result> {
  const late = Promise.withResolvers<never>();
  let turns = milliseconds / turn;
  const timer = setInterval(() => {
    turns -= 1;
    if (turns <= 0) late.reject(primaryIsAway());
  }, turn);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearInterval(timer);
    answer.catch(() => {});
  }
}
