import { readFileSync } from 'node:fs';
import { refusal } from '../../../wire/refusals.ts';

/** The user the password is for. */
export interface PasswordOwner {
  username: string;
  fullName?: string;
  email?: string;
}

/** Characters; longer ones only cost time to hash. */
const length = { least: 12, most: 1024 };
/** Shorter names occur in too many words. */
const shortestName = 4;

let known: ReadonlySet<string> | undefined;

/** Loaded when the first password is chosen: few requests need it. */
function commonPasswords(): ReadonlySet<string> {
  known ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
  return known;
}

/**
 * Checks a new password; existing ones are not affected.
 * @throws MappingError `portal:weak-password` (400): too short or too long, easy to guess, or with the user's
 * own name in it
 */
export function checkPassword(password: string, owner: PasswordOwner): void {
  // In the form that is hashed, and by characters: an emoji has two code units.
  const characters = [...password.slice(0, length.most + 1).normalize('NFKC')].length;
  if (characters < length.least || password.length > length.most) {
    throw refusal(
      'portal:weak-password',
      `A password has at least ${length.least} characters and at most ${length.most}.`,
      'password-length',
      length,
    );
  }
  const folded = fold(password);
  if (isCommon(folded)) {
    throw refusal(
      'portal:weak-password',
      'This password is easy to guess. Choose several words that do not belong together.',
      'password-common',
      {},
    );
  }
  if (namesOf(owner).some((name) => folded.includes(name))) {
    throw refusal(
      'portal:weak-password',
      'A password must not contain your name, username or email address.',
      'password-name',
      {},
    );
  }
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/**
 * A common password, also with digits and punctuation around it or repeated, and whatever is little else than
 * those.
 */
function isCommon(folded: string): boolean {
  // A text repeats what lies before the first place where it follows itself.
  const unit = folded.slice(0, (folded + folded).indexOf(folded, 1));
  if (unit !== folded && unit.length < 8) return true;
  const word = /\p{L}(?:.*\p{L})?/su.exec(unit)?.[0] ?? '';
  // A sequence of random digits is as good as one of letters; common ones are in the list.
  return commonPasswords().has(unit) || (word.length >= shortestName && commonPasswords().has(word));
}

function namesOf({ username, fullName = '', email = '' }: PasswordOwner): string[] {
  const [mailbox = ''] = email.split('@');
  return [username, ...fullName.split(/[\s,]+/), mailbox]
    .map(fold)
    .filter((name) => name.length >= shortestName);
}
