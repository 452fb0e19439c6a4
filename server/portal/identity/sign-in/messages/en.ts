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
  wrong: 'The username or the password is not right. Check both and try again.',
  wait: 'Too many tries. Wait {time}, then try again.',
  expired: 'This page was open too long, or your browser refuses its cookie. Please try again.',
  missingUsername: 'Enter your username.',
  missingPassword: 'Enter your password.',
  cannotStart: 'Sign-in cannot start',
  unknownApp: 'The application that sent you here is not registered with this portal.',
  unknownRedirect: 'The application asked for an answer at an address that is not registered for it.',
  whatToDo:
    'You have not been sent on, and nothing was shared. Go back to the application; if this happens again, tell the person who runs it.',
  signedOut: 'You are signed out',
  signedOutText: 'You can close this page.',
  language: 'Language',
};

export type Messages = typeof en;
