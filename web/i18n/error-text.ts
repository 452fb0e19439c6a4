import type { TFunction } from 'i18next';
import { type Fault, MappingError } from '../../wire/errors.ts';
import { isMessageKey } from './i18n.ts';

/** Errors whose message is that of another. */
export const sameMessage: Readonly<Record<string, string>> = {
  'api:timeout': 'portal:timeout',
  'comment:busy': 'http:too-many-requests',
  'comment:forbidden': 'portal:not-permitted',
  'config:too-large': 'http:too-large',
  'http:answers-waiting': 'http:too-many-requests',
  'map:not-ready': 'map:not-loaded',
  'shared-map:unknown-group': 'portal:group-not-found',
};

/**
 * An error in the user's language: the catalogue's message for its id (`error.portal:timeout`), else those for each of
 * its faults (`error.refusal.no-title`, wire/refusals.ts), else the own message of a `MappingError` if it is user-facing, else
 * "Something went wrong" with advice. Errors that the server did not expect end with the id it logged them under. Those of the
 * browser and of the program are logged: their messages are for developers.
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
  const failures = ['portal:failed', 'session:failed'];
  return error instanceof MappingError && (error.requestId !== undefined || failures.includes(error.id));
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
    const key = `error.${messageIdOf(error.id)}`;
    if (isMessageKey(key)) return t(key as 'error.portal:timeout', valuesOf(values));
  }
  if (isFailureOfServer(error)) return undefined;
  if (isPartNotLoaded(error)) return t('error.part-not-loaded');
  if (error instanceof MappingError) return isForPeople(error) ? error.message : undefined;
  logOnce(error);
  return undefined;
}

/** The id of the error that has the message: all classes of work are busy in the same words. */
function messageIdOf(id: string): string {
  return sameMessage[id] ?? (id.startsWith('busy:') ? 'database:unreachable' : id);
}

const logged = new WeakSet();

/** Messages are made each time that they are drawn. */
function logOnce(error: unknown): void {
  if (!(error instanceof Error) || logged.has(error)) return;
  logged.add(error);
  console.error(error);
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

/** Not technical texts: error codes, ids, statuses and script URLs. */
function isForPeople({ message }: MappingError): boolean {
  if (message === '' || /UNKNOWN_ERROR/.test(message)) return false;
  if (/^[\da-f-]{8,}$/i.test(message) || /^(HTTP|Request failed with status code) \d{3}\b/.test(message))
    return false;
  return !(/^[\w:./-]+$/.test(message) && /[_:/]/.test(message)) && !/https?:\/\/\S+\.m?js\b/.test(message);
}

/** The readable name of a portal item type; types missing in the catalogue keep the portal's name (`CSV`, `WMTS`). */
export function itemTypeName(t: TFunction, type: string): string {
  const key = `item.type.${type.replaceAll(' ', '')}`;
  return isMessageKey(key) ? t(key) : type;
}
