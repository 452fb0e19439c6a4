import { isolated, writtenTag } from '../../../wire/languages.ts';
import { limits } from '../../limits.ts';
import { html, type Html } from '../../platform/http/html.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { isSecurityAct } from '../identity/security/security-acts.ts';
import { fill } from '../identity/sign-in/languages.ts';
import { portalAddress } from '../identity/provider/provider-settings.ts';
import type { PortalContext } from '../operation.ts';
import type { MailTexts } from './mail-texts.ts';

/** The user a message is for, and the portal it comes from. */
export interface Recipient {
  username: string;
  fullName: string;
  place: Pick<PortalContext, 'publicUrl' | 'portal'>;
}

/** A message without its address. */
export type Composed = Omit<Mail, 'to'>;

/** A paragraph; `code` is to be copied. */
type Paragraph = string | { link: string } | { code: string };

/** A link to choose a password. Its secret is behind `#`, which no server, log or `Referer` receives. */
export function composeLink(recipient: Recipient, secret: string, texts: MailTexts): Composed {
  const { reset, ...more } = textsOf(texts);
  const address = `${portalAddress(recipient.place)}/oauth2/newPassword?locale=${texts.language.tag}#${secret}`;
  const values = {
    username: nameIn(texts, recipient.username),
    minutes: numberText(limits.mailedLinkMinutes, texts),
  };
  return compose(recipient, reset.subject, texts, [fill(reset.text, values), { link: address }, more.ignore]);
}

export function composeCode(recipient: Recipient, code: string, texts: MailTexts): Composed {
  const { code: words, ignore } = textsOf(texts);
  const values = {
    username: nameIn(texts, recipient.username),
    minutes: numberText(limits.mailedCodeMinutes, texts),
  };
  return compose(recipient, words.subject, texts, [fill(words.text, values), { code }, ignore]);
}

/** @param data of the notification in the interface: the act, and where it came from */
export function composeNotice(
  recipient: Recipient,
  data: Readonly<Record<string, unknown>>,
  at: number,
  texts: MailTexts,
): Composed {
  const { notice } = textsOf(texts);
  const act = String(data['act']);
  const what = isSecurityAct(act) ? texts.actText(act) : act;
  const time = new Intl.DateTimeFormat(writtenTag(texts.language.tag), {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(at);
  const where = ['app', 'address', 'by'].map((name) => data[name]).filter((each) => typeof each === 'string');
  return compose(recipient, `${what} – ${nameIn(texts, recipient.place.portal.name)}`, texts, [
    fill(notice.text, { username: nameIn(texts, recipient.username) }),
    [what, ...[time, ...where].map((each) => nameIn(texts, each))].join(' · '),
    notice.advice,
  ]);
}

export function composeTest(recipient: Recipient, texts: MailTexts): Composed {
  const { test } = textsOf(texts);
  return compose(recipient, test.subject, texts, [test.text]);
}

/** Marks that give the text after them another direction. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A name, or another text of its own direction, in a sentence or a list. Its own marks are removed: with them, the name of an
 * application could change how the address and the user beside it read.
 */
function nameIn({ language }: MailTexts, text: string): string {
  return isolated(text.replaceAll(directionMarks, ''), language.direction);
}

function numberText(value: number, { language }: MailTexts): string {
  return new Intl.NumberFormat(writtenTag(language.tag)).format(value);
}

/** The texts by kind of message. */
function textsOf({ texts }: MailTexts) {
  return {
    ignore: texts.ignore,
    reset: { subject: texts['reset.subject'], text: texts['reset.text'] },
    code: { subject: texts['code.subject'], text: texts['code.text'] },
    notice: { text: texts['notice.text'], advice: texts['notice.advice'] },
    test: { subject: texts['test.subject'], text: texts['test.text'] },
  };
}

/** Text, and the same as simple HTML, in which nothing is loaded from elsewhere. */
function compose(
  { username, fullName, place }: Recipient,
  subject: string,
  mailTexts: MailTexts,
  paragraphs: readonly Paragraph[],
): Composed {
  const { texts, language } = mailTexts;
  const all: Paragraph[] = [
    fill(texts.greeting, { name: nameIn(mailTexts, fullName || username) }),
    ...paragraphs,
    fill(texts.sender, {
      portal: nameIn(mailTexts, place.portal.name),
      // Without marks, which mail programs would take into the link that they make of it.
      address: place.publicUrl,
    }),
  ];
  const page = html`<!doctype html>
    <html lang="${language.tag}" dir="${language.direction}">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="font: 16px/1.5 sans-serif; max-width: 560px; margin: 0 auto; padding: 16px">
        ${all.map(paragraph)}
      </body>
    </html>`;
  return { subject, text: all.map(plain).join('\n\n'), html: page.text, language: language.tag };
}

function plain(part: Paragraph): string {
  if (typeof part === 'string') return part;
  return 'link' in part ? part.link : part.code;
}

function paragraph(part: Paragraph): Html {
  if (typeof part === 'string') return html`<p>${part}</p>`;
  if ('link' in part)
    return html`<p><a href="${part.link}" style="overflow-wrap: anywhere">${part.link}</a></p>`;
  return html`<p dir="ltr" style="font: 24px/1.5 monospace; letter-spacing: 2px">${part.code}</p>`;
}
