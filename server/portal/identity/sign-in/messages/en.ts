/**
 * Texts of the sign-in pages. `{name}` is filled in; the other languages have the same keys by their type.
 */
export const en = {
  signIn: 'Sign in',
  leadApp: 'to continue to {app}',
  username: 'Username',
  password: 'Password',
  cancel: 'Cancel',
  returnTo: 'Afterwards you return to {host}',
  problem: 'That did not work',
  wrong: 'The username or password is incorrect. Check both and try again.',
  wait: 'Too many attempts. Wait {time}, then try again.',
  expired: 'This page was open too long, or your browser blocks its cookie. Please try again.',
  missingUsername: 'Enter your username.',
  missingPassword: 'Enter your password.',
  cannotStart: 'Sign-in cannot start',
  unknownApp: 'The application that sent you here is not registered with this portal.',
  unknownRedirect: 'The application requested a redirect URL that is not registered for it.',
  whatToDo:
    'You were not redirected, and nothing was shared. Go back to the application; if this happens again, contact its operator.',
  signedOut: 'You are signed out',
  signedOutText: 'You can close this page.',
  language: 'Language',
};

export type Messages = typeof en;
