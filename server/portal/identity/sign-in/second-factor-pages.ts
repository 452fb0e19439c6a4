import { type PortalCall, rawResponse } from '../../operation.ts';
import type { AuthorizationRequest } from '../oauth2/authorization-request.ts';
import { secretAddress } from '../second-factor/codes.ts';
import { hasAuthenticatorApp } from '../second-factor/second-factor-store.ts';
import { ensureFormToken } from './form-token.ts';
import { html, Html } from '../../../platform/http/html.ts';
import { layout } from './layout.ts';
import { type Language, languageOf } from './languages.ts';
import { setPageHeaders } from './page-headers.ts';
import { passkeyScriptHash } from './passkey-script.ts';
import { passkeyForm } from './passkey-form.ts';
import { requestAddress } from './request-address.ts';
import { errorSummary, type FormError, leadTo } from './send-sign-in-page.ts';
import { textField } from './text-field.ts';

interface CodePage {
  step: string;
  username: string;
  /** The field that was used. */
  field?: CodeField;
  formErrors?: readonly FormError[];
}

type CodeField = 'code' | 'recovery_code';

/**
 * The second page of signing in, with a field for the code of an authenticator app. Recovery codes have a separate field,
 * because phones show a numeric keypad for the first. It works without scripts; accounts with passkeys have a button for them.
 */
export async function sendCodePage(
  call: PortalCall,
  request: AuthorizationRequest,
  { step, username, field = 'code', formErrors = [] }: CodePage,
): Promise<typeof rawResponse> {
  const language = languageOf(call);
  const { messages } = language;
  const passkey = await passkeyForm(call, { username, step });
  const hasApp = await hasAuthenticatorApp(call.context.database, username);
  // Without an app there is only one field.
  const used = hasApp ? field : 'recovery_code';
  const recoveryProblem = used === 'recovery_code' && problemOf(formErrors, language);
  const isOpen = field === 'recovery_code' || recoveryProblem || (!hasApp && passkey === undefined);
  setPageHeaders(call, request.redirectUri, { scriptHash: passkey && passkeyScriptHash });
  const page = layout({
    language,
    portalName: call.context.portal.name,
    title: formErrors.length > 0 ? `${messages.problem}: ${messages.codeTitle}` : messages.codeTitle,
    main: html`
      <h1>${messages.codeTitle}</h1>
      ${leadTo(request, language)}
      ${errorSummary(
        formErrors.map((formError) => (formError === 'code' ? used : formError)),
        language,
      )}
      <form method="post" action="${requestAddress(call.parameters)}">
        <input type="hidden" name="form_token" value="${ensureFormToken(call)}" />
        <input type="hidden" name="step" value="${step}" />
        ${hasApp && codeField(used === 'code' ? formErrors : [], language, formErrors.length === 0)}
        <details ${isOpen && html`open`}>
          <summary>${messages.useRecoveryCode}</summary>
          ${textField({
            name: 'recovery_code',
            label: messages.recoveryCode,
            autocomplete: 'off',
            maxLength: 100,
            help: messages.recoveryCodeHelp,
            ...(recoveryProblem && { invalid: true, problem: recoveryProblem }),
          })}
        </details>
        <div class="actions">
          <button class="primary" name="answer" value="code">${messages.signIn}</button>
          <button class="plain" name="answer" value="cancel">${messages.cancel}</button>
        </div>
      </form>
      ${passkey}
    `,
  });
  void call.reply.send(page);
  return rawResponse;
}

/** The field of a code, with its help. */
function codeField(formErrors: readonly FormError[], language: Language, autofocus = false): Html {
  const { messages } = language;
  const problem = problemOf(formErrors, language);
  return textField({
    name: 'code',
    label: messages.code,
    autocomplete: 'one-time-code',
    maxLength: 20,
    numeric: true,
    autofocus,
    invalid: problem !== undefined,
    help: messages.codeHelp,
    problem,
  });
}

/** What is wrong with the field of a code: the same text as in the summary. */
function problemOf(formErrors: readonly FormError[], { messages }: Language): string | undefined {
  if (formErrors.includes('wrong-code')) return messages.wrongCode;
  return formErrors.includes('code') ? messages.missingCode : undefined;
}

/** A key and recovery codes that are not in use yet. */
export interface EnrolmentOffer {
  secret: string;
  recoveryCodes: string[];
}

interface EnrolmentPage {
  step: string;
  username: string;
  offer: EnrolmentOffer;
  /** The offer as the form returns it. */
  sealed: string;
  formErrors?: readonly FormError[];
}

/**
 * The page on which members add an authenticator app that their organisation requires. It works without scripts. No field
 * has the focus: browsers would scroll past the instructions.
 */
export async function sendEnrolPage(
  call: PortalCall,
  request: AuthorizationRequest,
  { step, username, offer, sealed, formErrors = [] }: EnrolmentPage,
): Promise<typeof rawResponse> {
  const language = languageOf(call);
  const { messages } = language;
  const { name } = call.context.portal;
  const address = secretAddress(offer.secret, name, username);
  setPageHeaders(call, request.redirectUri);
  const page = layout({
    language,
    portalName: name,
    title: formErrors.length > 0 ? `${messages.problem}: ${messages.enrolTitle}` : messages.enrolTitle,
    main: html`
      <h1>${messages.enrolTitle}</h1>
      ${leadTo(request, language)} ${errorSummary(formErrors, language)}
      <p>${messages.enrolWhy}</p>
      <p>${messages.enrolScan}</p>
      <div class="qr">${await drawCode(address, messages.enrolKey)}</div>
      <p><a href="${address}">${messages.enrolOpen}</a></p>
      <p class="key">
        ${messages.enrolKey}<br /><code dir="ltr">${offer.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <p>${messages.enrolCodes}</p>
      <ul class="codes" dir="ltr">
        ${offer.recoveryCodes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <form method="post" action="${requestAddress(call.parameters)}">
        <input type="hidden" name="form_token" value="${ensureFormToken(call)}" />
        <input type="hidden" name="step" value="${step}" />
        <input type="hidden" name="offer" value="${sealed}" />
        ${codeField(formErrors, language)}
        <div class="actions">
          <button class="primary" name="answer" value="enrol">${messages.signIn}</button>
          <button class="plain" name="answer" value="cancel">${messages.cancel}</button>
        </div>
      </form>
    `,
  });
  void call.reply.send(page);
  return rawResponse;
}

/** A QR code as SVG. Few requests need it, so its library is loaded by the first. */
async function drawCode(value: string, title: string): Promise<Html> {
  const [{ createElement }, { renderToStaticMarkup }, { QRCodeSVG }] = await Promise.all([
    import('react'),
    import('react-dom/server'),
    import('qrcode.react'),
  ]);
  return new Html(renderToStaticMarkup(createElement(QRCodeSVG, { value, title, size: 176, marginSize: 2 })));
}
