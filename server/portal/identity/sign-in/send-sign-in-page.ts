import { type PortalCall, rawAnswer } from '../../operation.ts';
import type { AuthorizationRequest } from '../oauth2/authorization-request.ts';
import { type FormError, errorSummary } from './form-errors.ts';
import { formField } from './form-field.ts';
import { ensureFormToken } from './form-token.ts';
import { html } from './html.ts';
import { languageMenu } from './language-menu.ts';
import { chooseLanguage, fill } from './languages.ts';
import { layout } from './layout.ts';
import { setPageHeaders } from './page-headers.ts';
import { requestAddress } from './request-address.ts';

/** The sign-in page: one form that works without scripts and keeps the username when it is shown again. */
export function sendSignInPage(
  call: PortalCall,
  request: AuthorizationRequest,
  shown: { formErrors?: readonly FormError[]; username?: string | undefined },
): typeof rawAnswer {
  const language = chooseLanguage(call.parameters['locale'], call.request.headers['accept-language']);
  const { messages } = language;
  const formErrors = shown.formErrors ?? [];
  const username = shown.username ?? call.parameters['prepopulatedusername'] ?? '';
  setPageHeaders(call, request.redirectUri);
  const page = layout({
    language,
    portalName: call.context.portal.name,
    title: formErrors.length > 0 ? `${messages.problem}: ${messages.signIn}` : messages.signIn,
    main: html`
      <h1>${messages.signIn}</h1>
      <p class="lead">${fill(messages.leadApp, { app: request.app.title })}</p>
      ${errorSummary(formErrors, language)}
      <form method="post" action="${requestAddress(call.parameters)}">
        <input type="hidden" name="form_token" value="${ensureFormToken(call)}" />
        ${formField({ name: 'username', value: username, first: username === '' }, formErrors, language)}
        ${formField({ name: 'password', value: '', first: username !== '' }, formErrors, language)}
        <div class="actions">
          <button class="primary" name="answer" value="sign-in">${messages.signIn}</button>
          <button class="plain" name="answer" value="cancel" formnovalidate>${messages.cancel}</button>
        </div>
      </form>
      <p class="return">${fill(messages.returnTo, { host: hostOf(request.redirectUri) })}</p>
    `,
    footer: languageMenu(language, call.parameters),
  });
  void call.reply.send(page);
  return rawAnswer;
}

/** Where the answer goes, as the person sees it in the address bar. */
function hostOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return host || protocol.replace(/:$/, '');
}
