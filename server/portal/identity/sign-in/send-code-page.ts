import { type PortalCall, rawAnswer } from '../../operation.ts';
import type { AuthorizationRequest } from '../oauth2/authorization-request.ts';
import { ensureFormToken } from './form-token.ts';
import { html, type Html, layout } from './layout.ts';
import { fill, type Language, languageOf } from './languages.ts';
import { setPageHeaders } from './page-headers.ts';
import { errorSummary, type FormError, requestAddress } from './send-sign-in-page.ts';

/**
 * The second page of signing in, which asks for the code of an authenticator app; a recovery code is accepted in a field
 * of its own, because phones offer digits only in the first. It works without scripts.
 */
export function sendCodePage(
  call: PortalCall,
  request: AuthorizationRequest,
  { step, formErrors = [] }: { step: string; formErrors?: readonly FormError[] },
): typeof rawAnswer {
  const language = languageOf(call);
  const { messages } = language;
  setPageHeaders(call, request.redirectUri);
  const page = layout({
    language,
    portalName: call.context.portal.name,
    title: formErrors.length > 0 ? `${messages.problem}: ${messages.codeTitle}` : messages.codeTitle,
    main: html`
      <h1>${messages.codeTitle}</h1>
      <p class="lead">${fill(messages.leadApp, { app: request.app.title })}</p>
      ${errorSummary(formErrors, language)}
      <form method="post" action="${requestAddress(call.parameters)}">
        <input type="hidden" name="form_token" value="${ensureFormToken(call)}" />
        <input type="hidden" name="step" value="${step}" />
        ${codeField(formErrors, language)}
        <details>
          <summary>${messages.useRecoveryCode}</summary>
          <div class="field">
            <label for="recovery_code">${messages.recoveryCode}</label>
            <input
              id="recovery_code"
              name="recovery_code"
              type="text"
              autocomplete="off"
              autocapitalize="none"
              spellcheck="false"
              dir="ltr"
              maxlength="100"
            />
            <p class="help">${messages.recoveryCodeHelp}</p>
          </div>
        </details>
        <div class="actions">
          <button class="primary" name="answer" value="code">${messages.signIn}</button>
          <button class="plain" name="answer" value="cancel">${messages.cancel}</button>
        </div>
      </form>
    `,
  });
  void call.reply.send(page);
  return rawAnswer;
}

/** The field of a code, with its help. */
export function codeField(formErrors: readonly FormError[], { messages }: Language): Html {
  const invalid = formErrors.includes('code') || formErrors.includes('wrong-code');
  return html`<div class="field">
    <label for="code">${messages.code}</label>
    <input
      id="code"
      name="code"
      type="text"
      inputmode="numeric"
      autocomplete="one-time-code"
      spellcheck="false"
      dir="ltr"
      maxlength="20"
      aria-describedby="code-help"
      ${formErrors.length === 0 && html`autofocus`}
      ${invalid && html`aria-invalid="true"`}
    />
    <p class="help" id="code-help">${messages.codeHelp}</p>
  </div>`;
}
