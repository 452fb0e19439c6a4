/**
 * Acts on an account of which its owner is notified, with the texts for clients that do not know the act. This application
 * shows them in the user's language.
 */
export const securityActs = {
  'person.new-browser': {
    subject: 'New sign-in',
    message: 'Your account was signed in to with a browser that it had not used before.',
  },
  'person.password-changed': { subject: 'Password changed', message: 'Your password was changed.' },
  'person.password-chosen': {
    subject: 'Password changed',
    message: 'A new password was chosen for your account, by a link.',
  },
  'person.password-reset': {
    subject: 'Password reset',
    message: 'Your password was reset. Choose a new one by the link that you receive.',
  },
  'person.second-factor-added': {
    subject: 'Authenticator app added',
    message: 'An authenticator app was added to your account.',
  },
  'person.second-factor-removed': {
    subject: 'Authenticator app removed',
    message: 'The authenticator app of your account was removed.',
  },
  'person.second-factor-reset': {
    subject: 'Two-step verification turned off',
    message: 'Two-step verification of your account was turned off.',
  },
  'person.passkey-added': { subject: 'Passkey added', message: 'A passkey was added to your account.' },
  'person.passkey-removed': {
    subject: 'Passkey removed',
    message: 'A passkey of your account was removed.',
  },
  'person.recovery-codes-renewed': {
    subject: 'New recovery codes',
    message: 'The recovery codes of your account were replaced.',
  },
  'person.recovery-code-used': {
    subject: 'Recovery code used',
    message: 'Your account was signed in to with a recovery code.',
  },
  'person.email-changed': {
    subject: 'Email address changed',
    message: 'The email address of your account was changed.',
  },
  'person.email-confirmed': {
    subject: 'Email address confirmed',
    message: 'You confirmed the email address of your account.',
  },
  'person.role-changed': { subject: 'Role changed', message: 'Your role was changed.' },
  'person.app-allowed': {
    subject: 'Application allowed',
    message: 'You allowed an application to act for you.',
  },
} as const satisfies Readonly<Record<`person.${string}`, { subject: string; message: string }>>;

export type SecurityAct = keyof typeof securityActs;

export function isSecurityAct(act: string): act is SecurityAct {
  return Object.hasOwn(securityActs, act);
}
