import { type Fault, MappingError } from './errors.ts';

/**
 * Why the embedded portal refuses a request, with the names of the values in each message. The server's own message is
 * English, for clients that do not know the code; this application shows it in the user's language
 * (`error.refusal.<code>` of the message catalogue).
 */
export const refusalValues = {
  'no-title': [],
  'long-title': ['most'],
  'long-summary': ['most'],
  'long-description': ['most'],
  'long-credits': ['most'],
  'long-terms': ['most'],
  'many-tags': ['most'],
  'long-tag': ['most'],
  'no-web-address': ['most'],
  'service-exists': ['name'],
  'large-picture': ['most'],
  'no-picture': [],
  'username-taken': ['username'],
  'no-username': ['most'],
  'password-length': ['least', 'most'],
  'password-common': [],
  'password-name': [],
  'wrong-password': [],
  'wrong-code': [],
  'second-factor-exists': [],
  'no-second-factor': [],
  'own-second-factor': [],
  'second-factor-required': [],
  'second-factor-unreadable': [],
  'no-secrets-key': [],
  'no-passkey': [],
  'no-passkeys': [],
  'many-passkeys': ['most'],
  'invalid-passkey': [],
  'recent-sign-in': [],
  'too-many-tries': ['seconds'],
  'folder-title': ['most'],
  'own-account': [],
  'last-administrator': ['username'],
  'last-of-organisation': ['organisation'],
  administers: ['organisation'],
  'owns-still': ['username', 'items', 'groups'],
  'no-new-owner': ['name'],
  'protected-group': [],
  'invitation-gone': [],
  'invitation-before-administrators': ['organisation'],
  'nobody-to-invite': ['name'],
  'partnership-exists': [],
  'no-partnership': [],
  'unknown-partner': ['name'],
  'link-gone': [],
  'no-mail': [],
  'no-mail-address': [],
  'unconfirmed-mail-address': [],
  'mail-failed': ['reason'],
  'wrong-mailed-code': [],
  'provider-unreachable': ['issuer'],
  'provider-of-many': ['host'],
  'provider-without-keys': ['host'],
  'provider-signs-by-secret': ['host'],
  'no-client-secret': [],
  'no-metadata': ['reason'],
  'no-redirect-binding': [],
  'sign-in-url-plain': [],
  'no-certificate': [],
  'many-certificates': ['most'],
  'weak-certificate': [],
  'expired-certificate': [],
  'no-private-key': [],
  'wrong-private-key': [],
  'session-ended': [],
  'too-many-jobs': ['most'],
  'comments-disabled': [],
  'many-comments': [],
  'many-own-comments': [],
  'many-own-comments-on-all': [],
  'many-comments-of-others': [],
  'many-folders': [],
  'many-groups': ['username'],
  'item-changed': [],
  'role-in-use': [],
  'layer-in-use': [],
  'layer-replaced': [],
  'attachment-type': [],
  'large-attachment': ['most'],
  'many-reports': [],
  'many-new-words': ['most'],
  'quota-person-bytes': ['used', 'most'],
  'quota-person-items': ['used', 'most'],
  'quota-person-features': ['used', 'most'],
  'quota-person-sharedMaps': ['used', 'most'],
  'quota-person-uploadSeconds': ['used', 'most'],
  'quota-organisation-bytes': ['used', 'most'],
  'quota-organisation-items': ['used', 'most'],
  'quota-organisation-features': ['used', 'most'],
  'quota-organisation-sharedMaps': ['used', 'most'],
  'quota-organisation-uploadSeconds': ['used', 'most'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type RefusalCode = keyof typeof refusalValues;

type Values<Code extends RefusalCode> = Readonly<
  Record<(typeof refusalValues)[Code][number], string | number>
>;

/** What makes a fault translatable, besides its path and its English message. */
export function coded<Code extends RefusalCode>(
  code: Code,
  values: Values<Code>,
): Pick<Fault, 'code' | 'values'> {
  return { code, values };
}

/** A refusal of a whole request for one reason; its status is 400 unless `options` names another. */
export function refusal<Code extends RefusalCode>(
  id: string,
  message: string,
  code: Code,
  values: Values<Code>,
  options: { status?: number; retryAfterSeconds?: number; cause?: unknown } = {},
): MappingError {
  return new MappingError(id, message, {
    status: 400,
    ...options,
    faults: [{ path: '', message, ...coded(code, values) }],
  });
}

/** Whether a request was refused until the user confirms who they are, by signing in again. */
export function needsRecentSignIn(error: unknown): boolean {
  return error instanceof MappingError && error.faults[0]?.code === ('recent-sign-in' satisfies RefusalCode);
}
