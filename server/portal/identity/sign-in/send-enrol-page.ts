import { type PortalCall, rawAnswer } from '../../operation.ts';
import type { AuthorizationRequest } from '../oauth2/authorization-request.ts';
import { secretAddress } from '../second-factor/codes.ts';
import { ensureFormToken } from './form-token.ts';
import { html, Html, layout } from './layout.ts';
import { fill, languageOf } from './languages.ts';
import { setPageHeaders } from './page-headers.ts';
import { codeField } from './send-code-page.ts';
import { errorSummary, type FormError, requestAddress } from './send-sign-in-page.ts';

/** A key and recovery codes that are not in use yet. */
export interface EnrolmentOffer {
  secret: string;
  recoveryCodes: string[];
}

interface Shown {
  step: string;
  username: string;
  offer: EnrolmentOffer;
  /** The offer as the form returns it. */
  sealed: string;
  formErrors?: readonly FormError[];
}

/** The page on which members add an authenticator app that their organisation requires. It works without scripts. */
export async function sendEnrolPage(
  call: PortalCall,
  request: AuthorizationRequest,
  { step, username, offer, sealed, formErrors = [] }: Shown,
): Promise<typeof rawAnswer> {
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
      <p class="lead">${fill(messages.leadApp, { app: request.app.title })}</p>
      ${errorSummary(formErrors, language)}
      <p>${messages.enrolWhy}</p>
      <p>${messages.enrolScan}</p>
      <div class="qr">${await drawCode(address, messages.enrolKey)}</div>
      <p><a href="${address}">${messages.enrolOpen}</a></p>
      <p>${messages.enrolKey}: <code dir="ltr">${offer.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code></p>
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
  return rawAnswer;
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
