import type pg from 'pg';
import { MappingError } from '../../../wire/errors.ts';

const outcomeUnknownId = 'database:outcome-unknown';

/**
 * The error of a write whose answer never came, so that PostgreSQL may have committed it, and of a request that was interrupted after
 * it had committed something. It has no `Retry-After`, because a client that repeats what was saved saves it twice.
 */
export function outcomeUnknown(cause?: unknown): MappingError {
  return new MappingError(
    outcomeUnknownId,
    'The server does not know whether this was saved: it was interrupted. It may have been saved; look before you repeat it.',
    { status: 503, cause },
  );
}

export function isOutcomeUnknown(error: unknown): error is MappingError {
  return error instanceof MappingError && error.id === outcomeUnknownId;
}

/** Of statements without spaces around them. */
const commit = /^commit;?$/i;
const rollback = /^rollback;?$/i;
const begin = /^(?:begin|start transaction)\b[^;]*;?$/i;
const readOnly = /\bread only\b/i;
/** How a statement starts that may write; `write` finds what a common table expression writes. */
const mayWrite = /^(?:insert|update|delete|merge|with)\b/i;
const write = /\b(?:insert\s+into|delete\s+from|merge\s+into)\b|\bupdate\b[^;]{1,200}?\bset\b/i;

export function isCommit(statement: unknown): boolean {
  return typeof statement === 'string' && commit.test(statement.trim());
}

export function isRollback(statement: unknown): boolean {
  return typeof statement === 'string' && rollback.test(statement.trim());
}

/**
 * Errors that leave open whether the server has finished: the connection was lost, or the server ended it (SQLSTATE of shutdowns and
 * of timeouts of transactions). What a server refuses with any other error it has rolled back, also at COMMIT. A statement on a
 * connection that was lost before ("not queryable") was never sent.
 */
const cut = /^(57P0[1-3]|08\w{3}|25P0[34]|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
const cutMessage = /^(Connection terminated|Query read timeout)/;
/** SQLSTATE of a cancelled statement. A commit that was cancelled by others is not trusted to be undone. */
const cancelled = '57014';

/** Whether an error is of a statement that was cancelled. */
export function isCancelled(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === cancelled;
}

function isCut(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string };
  return (typeof code === 'string' && cut.test(code)) || cutMessage.test(message ?? '');
}

/** Whether a connection is in a transaction that may write. */
const writing = new WeakMap<pg.ClientBase, boolean>();
/** Connections whose COMMIT was not answered. Callers roll back then, whose failure must not hide this one. */
const inDoubt = new WeakMap<pg.ClientBase, MappingError>();

function isWriting(client: pg.ClientBase): boolean {
  return writing.get(client) ?? false;
}

/** Whether a statement may save something when it has been sent: a COMMIT, or what commits by itself. */
export function maySave(client: pg.ClientBase, statement: unknown): boolean {
  if (typeof statement !== 'string') return false;
  const text = statement.trim();
  if (commit.test(text)) return isWriting(client);
  return !writing.has(client) && mayWrite.test(text) && write.test(text);
}

/** Names the error of a statement that was sent: the same one, or `outcomeUnknown`. */
type Explain = (error: unknown) => unknown;

/**
 * Follows the transactions of a connection, statement by statement.
 * @param reads whether its session is read-only
 * @returns what names the error of this statement; undefined where no error can mean that it was saved
 */
export function followStatement(
  client: pg.ClientBase,
  statement: string,
  reads: boolean,
): Explain | undefined {
  if (reads) return undefined;
  const text = statement.trim();
  if (begin.test(text)) {
    writing.set(client, !readOnly.test(text));
    return undefined;
  }
  if (rollback.test(text)) {
    writing.delete(client);
    const doubt = inDoubt.get(client);
    inDoubt.delete(client);
    return doubt && (() => doubt);
  }
  if (commit.test(text)) {
    const saves = writing.get(client) ?? true;
    writing.delete(client);
    if (!saves) return undefined;
    return (error) => {
      if (!isCut(error) && !isCancelled(error)) return error;
      const doubt = outcomeUnknown(error);
      inDoubt.set(client, doubt);
      return doubt;
    };
  }
  // A statement outside of transactions commits by itself.
  if (writing.has(client) || !mayWrite.test(text)) return undefined;
  return (error) => (isCut(error) && write.test(text) ? outcomeUnknown(error) : error);
}
