import type { TFunction } from 'i18next';
import { type Fault, MappingError } from '../../wire/errors.ts';
import { isMessageKey } from './i18n.ts';

/**
 * An error in the user's language: the catalogue's message for its id (`error.portal:timeout`), else those for each of
 * its faults (`error.refusal.no-title`, wire/refusals.ts), else its own message if it is user-facing, else "Something
 * went wrong" with advice. Errors that the server did not expect end with the id it logged them under.
 */
export function errorText(t: TFunction, error: unknown): string {
  const { known, message, detail } = errorParts(t, error);
  return [known ? message : t('error.unknown.sentence'), detail].filter(Boolean).join(' ');
}

/** The reason of one failure among others: its known message, else the portal's own, without advice. */
export function shortErrorText(t: TFunction, error: unknown): string {
  return knownText(t, error) ?? messageOfPortal(error) ?? errorText(t, error);
}

/** The result of `errorText`, as a heading and the rest. */
export function errorParts(
  t: TFunction,
  error: unknown,
): { known: boolean; message: string; detail: string } {
  const known = knownText(t, error);
  const words = known === undefined && messageOfPortal(error);
  const detail = [
    known === undefined && t('error.unknown.cure'),
    words && t('error.unknown.said', { words }),
    error instanceof MappingError && error.requestId && t('error.requestId', { id: error.requestId }),
  ];
  return {
    known: known !== undefined,
    message: known ?? t('error.unknown'),
    detail: detail.filter(Boolean).join(' '),
  };
}

/** The failed portal's own message, in any language: often the only hint at the cause. */
function messageOfPortal(error: unknown): string | undefined {
  if (!isFailureOfServer(error) || error.requestId !== undefined || !isForPeople(error)) return undefined;
  return error.message;
}

/** Whether a server failed unexpectedly; its message is generic and not translated. */
function isFailureOfServer(error: unknown): error is MappingError {
  return error instanceof MappingError && (error.requestId !== undefined || error.id === 'portal:failed');
}

/** The message for a known error; undefined for an unexpected one. */
function knownText(t: TFunction, error: unknown): string | undefined {
  if (error instanceof MappingError) {
    const values = error.faults[0]?.values ?? {};
    // An error id may have a specific message for its subject.
    const ofSubject = `error.${error.id}.${error.faults[0]?.code}`;
    if (isMessageKey(ofSubject)) return t(ofSubject as 'error.portal:timeout', valuesOf(values));
    // Before the id, which for a portal’s error only says what its status does.
    const faults = error.faults.map(({ code, values = {} }) => {
      // Of a request, or of a job and its file.
      const reason = [`error.refusal.${code}`, `upload.fault.${code}`].find(isMessageKey);
      return reason && t(reason as 'error.refusal.no-title', valuesOf(values));
    });
    // Translating only some of the reasons would hide the others.
    if (faults.length > 0 && faults.every((text) => text !== undefined)) return faults.join(' ');
    const key = `error.${error.id}`;
    if (isMessageKey(key)) return t(key as 'error.portal:timeout', valuesOf(values));
  }
  if (isFailureOfServer(error)) return undefined;
  if (isPartNotLoaded(error)) return t('error.part-not-loaded');
  return error instanceof Error && isForPeople(error) ? error.message : undefined;
}

/**
 * The values of a fault's message, and the number that its plural form belongs to: how many there are, else
 * how many are allowed.
 */
export function valuesOf(values: NonNullable<Fault['values']>) {
  const { found, number, most } = values;
  const count = found ?? number ?? most;
  return typeof count === 'number' ? { replace: values, count } : { replace: values };
}

/** Whether a chunk could not be loaded. Browsers report this with their own text and the chunk's URL. */
function isPartNotLoaded(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  );
}

/** Technical texts: error codes, ids, statuses, script URLs and messages of the JavaScript engine. */
function isForPeople(error: Error): boolean {
  const { message } = error;
  if (message === '' || /UNKNOWN_ERROR/.test(message)) return false;
  if (/^[\da-f-]{8,}$/i.test(message) || /^(HTTP|Request failed with status code) \d{3}\b/.test(message))
    return false;
  if ((/^[\w:./-]+$/.test(message) && /[_:/]/.test(message)) || /https?:\/\/\S+\.m?js\b/.test(message))
    return false;
  const ofTheEngine = [TypeError, ReferenceError, SyntaxError, RangeError, EvalError, URIError];
  return !ofTheEngine.some((kind) => error instanceof kind);
}

/** The readable name of a portal item type; types missing in the catalogue keep the portal's name (`CSV`, `WMTS`). */
export function itemTypeName(t: TFunction, type: string): string {
  const key = `item.type.${type.replaceAll(' ', '')}`;
  return isMessageKey(key) ? t(key) : type;
}
