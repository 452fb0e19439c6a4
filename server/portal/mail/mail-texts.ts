import { chooseLanguage, type Language, readTranslation } from '../identity/sign-in/languages.ts';
import { baseOf } from '../../../wire/languages.ts';
import { securityActs, type SecurityAct } from '../identity/security/security-acts.ts';
import english from './messages/en.json' with { type: 'json' };

type Texts = {
  [Key in keyof typeof english as Key extends `mail.${infer Name}` ? Name : never]: string;
};

/** The texts of messages in one language. */
export interface MailTexts {
  language: Language;
  texts: Texts;
  /** What happened to an account. */
  actText(act: SecurityAct): string;
}

const prefix = 'mail.';
const read = new Map<string, Promise<MailTexts>>();

/** The language of the user's profile if the sign-in pages have it and all texts are translated; otherwise English. */
export function mailTextsOf(culture: string): Promise<MailTexts> {
  const language = chooseLanguage(culture, undefined);
  const known = read.get(language.tag) ?? readTexts(language);
  read.set(language.tag, known);
  // A file that could not be read is read again for the next message.
  known.catch(() => read.delete(language.tag));
  return known;
}

async function readTexts(language: Language): Promise<MailTexts> {
  const translated = language.tag === 'en' ? {} : await readTranslation(language.tag);
  const keys = Object.keys(english) as (keyof typeof english)[];
  // American English has only what is spelled in another way.
  const isComplete = baseOf(language.tag) === 'en' || keys.every((key) => translated[key]);
  const messages: Readonly<Record<string, string>> = isComplete ? { ...english, ...translated } : english;
  return {
    // A message in two languages would be harder to read than one in English.
    language: isComplete ? language : chooseLanguage('en', undefined),
    texts: Object.fromEntries(keys.map((key) => [key.slice(prefix.length), messages[key]])) as Texts,
    actText: (act) => (isComplete && translated[`profile.security.act.${act}`]) || securityActs[act].subject,
  };
}
