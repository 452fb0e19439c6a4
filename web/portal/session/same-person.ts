import { MappingError } from '../../../wire/errors.ts';
import type { SessionOptions } from './renew-session.ts';
import type { SavedSession } from './saved-session.ts';
import { revokeSession } from './sign-out.ts';

/** Loaded ahead when the page is idle: browsers open a popup only right after a click. */
export const loadSignIn = () => import('./oauth-sign-in.ts');

export const loadCompletion = () => import('./complete-sign-in.ts');

export function otherAccount(): MappingError {
  return new MappingError('session:other-account', 'This is another account.');
}

/**
 * Signs in again in a popup, by password, passkey or identity provider; the session of another account is
 * ended at once.
 * @throws MappingError `session:cancelled`, `session:popup-blocked`, `session:other-account`, `session:failed`
 */
export async function signInAsSame(
  options: SessionOptions,
  username: string,
  locale: string,
): Promise<SavedSession> {
  const { beginSignIn } = await loadSignIn();
  const saved = await beginSignIn({ ...options, mode: 'popup', confirms: username }, locale);
  if (saved.username === username) return saved;
  revokeSession(options, saved);
  throw otherAccount();
}
