import { limits } from '../../limits.ts';

/**
 * The part of a request's address that may be logged: no query, because it may contain tokens, and no link of
 * a shared map, because a reader of the log could open the map.
 */
export function loggedPath(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(/(\/(?:shared-maps|sid)\/)[^/]+/g, '$1…');
}

/**
 * The beginning of a text, without the parameters of addresses, which may contain a token: the framework names addresses. Messages
 * of errors repeat what other hosts and callers send, which may have megabytes.
 */
export function loggedText(text: string): string {
  const most = limits.loggedCharacters;
  return withoutQueries(text.length > most ? `${text.slice(0, most)}…` : text);
}

// No interface: a serializer's result has an index signature.
type LoggedError = {
  type: string;
  id?: string;
  code?: string | number;
  message: string;
  stack: string;
  causes?: LoggedError[];
};

/** An error and those that led to it, without other fields: libraries keep whole responses, and rows of the database, in them. */
export function loggedError(error: unknown): LoggedError {
  const own = describe(error);
  const causes = causesOf(error).map(describe);
  return causes.length > 0 ? { ...own, causes } : own;
}

function describe(error: unknown): LoggedError {
  const { constructor, message, stack, code, id } = (error ?? {}) as Partial<MarkedError>;
  const isError = error instanceof Error;
  const type = loggedText(String(isError ? constructor?.name : typeof error));
  const text = loggedText(isError ? String(message) : typeof error === 'string' ? error : '');
  // The stack begins with the message as it was.
  const frames = typeof stack === 'string' ? stack.indexOf('\n    at ') : -1;
  return {
    type,
    ...(typeof id === 'string' && { id: loggedText(id) }),
    ...(typeof code === 'string' && { code: loggedText(code) }),
    ...(typeof code === 'number' && { code }),
    message: text,
    stack: `${type}: ${text}${frames < 0 ? '' : loggedText(String(stack).slice(frames))}`,
  };
}

type MarkedError = Error & { code: unknown; id: unknown; errors: unknown };

/** The nearest first. */
function causesOf(error: unknown): unknown[] {
  const found = [error];
  for (const each of found) {
    const { cause, errors } = (each ?? {}) as Partial<MarkedError>;
    const next = [cause, ...(Array.isArray(errors) ? errors.slice(0, limits.loggedCauses) : [])];
    for (const one of next)
      if (one instanceof Error && !found.includes(one) && found.length <= limits.loggedCauses)
        found.push(one);
  }
  return found.slice(1);
}

function withoutQueries(text: string): string {
  return text.replaceAll(/[^\s"']+/g, (word) => {
    const path = word.indexOf('/');
    const query = path < 0 ? -1 : word.indexOf('?', path);
    return query < 0 || query === word.length - 1 ? word : `${word.slice(0, query)}?…`;
  });
}
