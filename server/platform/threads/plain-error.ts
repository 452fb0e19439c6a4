import { type Fault, MappingError } from '../../../wire/errors.ts';

/** An error without its class, which is lost between threads. */
export interface PlainError {
  message: string;
  /** Of a MappingError. */
  known?: { id: string; status: number; faults: readonly Fault[] };
  /** Of the database or the system. */
  code?: string;
  /** From the database: a quota's trigger names what was exceeded here. */
  detail?: string;
  stack?: string;
}

export function plainError(error: unknown): PlainError {
  if (error instanceof MappingError) {
    const { message, id, status, faults } = error;
    const code = (error.cause as { code?: unknown } | undefined)?.code;
    return { message, known: { id, status, faults }, ...(typeof code === 'string' && { code }) };
  }
  const { message, code, detail, stack } = error as Error & { code?: unknown; detail?: unknown };
  return {
    message: String(message),
    ...(typeof code === 'string' && { code }),
    ...(typeof detail === 'string' && { detail }),
    ...(stack !== undefined && { stack }),
  };
}

export function restoreError({ message, known, code, detail, stack }: PlainError): Error {
  const plain = Object.assign(
    new Error(message),
    code !== undefined && { code },
    detail !== undefined && { detail },
    stack && { stack },
  );
  return known ? new MappingError(known.id, message, { ...known, cause: plain }) : plain;
}
