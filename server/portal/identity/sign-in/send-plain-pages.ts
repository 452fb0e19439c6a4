import type { MappingError } from '../../../../wire/errors.ts';
import { isolated } from '../../../../wire/languages.ts';
import { type PortalCall, rawResponse } from '../../operation.ts';
import { html, type Html } from '../../../platform/http/html.ts';
import { readParameters } from '../../../platform/http/query-parameters.ts';
import type { AuthorizationRequest } from '../oauth2/authorization-request.ts';
import { layout } from './layout.ts';
import { chooseLanguage, fill, type Language, languageOf } from './languages.ts';
import { setOpenerPolicy, setPageHeaders } from './page-headers.ts';
import { hostOf } from './send-sign-in-page.ts';

type Messages = Language['messages'];

/** A page of a heading and a text, and nothing of the request. */
interface PlainPage {
  heading: keyof Messages;
  content: (messages: Messages, language: Language) => Html;
  /** Of the document; the heading when absent. */
  title?: string;
  /** The HTTP status; 200 by default. */
  status?: number;
}

/** What a plain page needs of a call. */
type PageCall = Pick<PortalCall, 'context' | 'request' | 'reply'>;

function sendPlainPage(call: PortalCall, page: PlainPage): typeof rawResponse {
  return sendPage(call, languageOf(call), page);
}

function sendPage(
  call: PageCall,
  language: Language,
  { heading, content, title, status = 200 }: PlainPage,
): typeof rawResponse {
  setPageHeaders(call);
  void call.reply.status(status).send(
    layout({
      language,
      portalName: call.context.portal.name,
      title: title ?? language.messages[heading],
      main: html`
        <h1>${language.messages[heading]}</h1>
        ${content(language.messages, language)}
      `,
    }),
  );
  return rawResponse;
}

const notice = (text: string) => html`<div class="notice" role="alert"><p>${text}</p></div>`;

/**
 * Explains why sign-in cannot start. It shows nothing of the request and links nowhere: the request may be an
 * attacker's.
 */
export function sendErrorPage(
  call: PortalCall,
  reason: 'unknown-app' | 'unknown-redirect',
): typeof rawResponse {
  return sendPlainPage(call, {
    status: 400,
    heading: 'cannotStart',
    content: (messages) => html`
      ${notice(reason === 'unknown-app' ? messages.unknownApp : messages.unknownRedirect)}
      <p>${messages.whatToDo}</p>
    `,
  });
}

/**
 * Explains why an authorization request is refused, where the browser is not redirected at once. Who follows the link reads where it
 * leads, and who registered the application.
 * @param shown.address the redirect address with the error
 */
export function sendRefusedRequestPage(
  call: PortalCall,
  { app, redirectUri }: Pick<AuthorizationRequest, 'app' | 'redirectUri'>,
  { reason, address }: { reason: string; address: string },
): typeof rawResponse {
  // The window that waits for this sign-in stays its opener.
  setOpenerPolicy(call);
  return sendPlainPage(call, {
    status: 400,
    heading: 'cannotStart',
    content: ({ whatToDo, consentOwner }, { direction }) => html`
      ${englishNotice(reason)}
      <p>${whatToDo}</p>
      <p>${fill(consentOwner, { owner: isolated(app.owner ?? '', direction) })}</p>
      ${linkTo(redirectUri, address)}
    `,
  });
}

/** A link to a registered address, by the name that the address bar will show. */
function linkTo(redirectUri: string, address: string): Html {
  return html`<p class="return"><a href="${address}">${hostOf(redirectUri)}</a></p>`;
}

/** Why the organisation's identity provider did not sign someone in. */
export type ProviderError =
  'expired' | 'providerCancelled' | 'providerFailed' | 'providerRefused' | 'providerUnsolicited';

/** @param back the authorization request to try again, as a query; undefined when it is lost */
export function sendProviderErrorPage(
  call: PortalCall,
  reason: ProviderError,
  back: string | undefined,
): typeof rawResponse {
  return sendPlainPage(call, {
    status: reason === 'providerRefused' ? 403 : 400,
    heading: 'notSignedIn',
    content: (messages) => html`
      ${notice(messages[reason])}
      ${back !== undefined && html`<p><a href="../authorize${back}">${messages.backToSignIn}</a></p>`}
    `,
  });
}

/** The end of a sign-in of an application without an address: the code is in the title, and to copy. */
export function sendApprovalPage(call: PortalCall, code: string | undefined): typeof rawResponse {
  if (code === undefined)
    return sendPlainPage(call, { heading: 'notSignedIn', content: () => html``, title: 'DENIED' });
  return sendPlainPage(call, {
    heading: 'approved',
    title: `SUCCESS code=${code}`,
    content: ({ approvedText }) =>
      html`<p>${approvedText}</p>
        <p><code>${code}</code></p>`,
  });
}

/**
 * The end of a sign-out.
 * @param redirectUri a registered address to which the user may go on
 */
export function sendSignedOutPage(call: PortalCall, redirectUri?: string): typeof rawResponse {
  return sendPlainPage(call, {
    heading: 'signedOut',
    content: ({ signedOutText }) =>
      html`<p>${signedOutText}</p>
        ${redirectUri !== undefined && linkTo(redirectUri, redirectUri)}`,
  });
}

/** Messages of errors without one of their own, by status. */
const faultsByStatus: Readonly<Record<number, keyof Language['faults']>> = {
  404: 'app.notFound.why',
  413: 'error.http:too-large',
  429: 'error.http:too-many-requests',
  500: 'error.unknown.cure',
  503: 'error.database:unreachable',
};

/** Errors of ArcGIS without a status of HTTP: the token is invalid, or missing. */
const ofTokens = new Set([498, 499]);

/**
 * The page of a failed request. Only its address is read for the language: its body may be what is wrong with it. It links nowhere, as
 * the page of `sendErrorPage`.
 */
export function sendFaultPage(call: PageCall, error: MappingError): typeof rawResponse {
  const { headers, query, id } = call.request;
  const language = chooseLanguage(readParameters(query).get('locale'), headers['accept-language']);
  // The window that waits for this sign-in stays its opener, for when the page is loaded again.
  setOpenerPolicy(call);
  return sendPage(call, language, {
    status: ofTokens.has(error.status) ? 401 : error.status,
    heading: 'problem',
    content: () => html`
      ${faultNotice(error, language)}
      ${error.status === 500 && html`<p>${fill(language.faults['error.requestId'], { id })}</p>`}
    `,
  });
}

/** What is wrong, in the language of the page; errors that only a changed request can have are English. */
function faultNotice({ id, status, message }: MappingError, { faults }: Language): Html {
  const known: Readonly<Record<string, string>> = faults;
  const key = faultsByStatus[status];
  const text = known[`error.${id}`] ?? (key && faults[key]);
  if (text !== undefined) return notice(text);
  return englishNotice(message);
}

function englishNotice(text: string): Html {
  return html`<div class="notice" role="alert"><p lang="en" dir="ltr">${text}</p></div>`;
}
