import { itemText } from '../../../../wire/item-translations.ts';
import { isolated } from '../../../../wire/languages.ts';
import { html } from '../../../platform/http/html.ts';
import { type PortalCall, rawResponse } from '../../operation.ts';
import type { AuthorizationRequest } from '../oauth2/authorization-request.ts';
import { fill, languageOf } from './languages.ts';
import { layout } from './layout.ts';
import { setPageHeaders } from './page-headers.ts';
import { requestAddress } from './request-address.ts';
import { hostOf } from './send-sign-in-page.ts';

/**
 * The page that asks whether an application may act for the user. It names who registered it and where it is, because its title is
 * the choice of that member. It works without scripts, and no button has the focus: Enter must not allow anything.
 */
export function sendConsentPage(
  call: PortalCall,
  { app, redirectUri }: AuthorizationRequest,
  shown: { step: string; formToken: string; username: string; authorizeUrl: string },
): typeof rawResponse {
  const language = languageOf(call);
  const { messages } = language;
  setPageHeaders(call, redirectUri);
  const lead = fill(messages.consentLead, {
    app: isolated(itemText(app, 'title', language.tag), language.direction),
    username: isolated(shown.username, language.direction),
  });
  const page = layout({
    language,
    portalName: call.context.portal.name,
    title: messages.consentTitle,
    main: html`
      <h1>${messages.consentTitle}</h1>
      <p class="lead">${lead}</p>
      <p>${fill(messages.consentOwner, { owner: isolated(app.owner ?? '', language.direction) })}</p>
      <p>${messages.consentScope}</p>
      <form method="post" action="${shown.authorizeUrl}${requestAddress(call.parameters)}">
        <input type="hidden" name="form_token" value="${shown.formToken}" />
        <input type="hidden" name="step" value="${shown.step}" />
        <div class="actions">
          <button class="primary" name="answer" value="allow">${messages.allow}</button>
          <button class="plain" name="answer" value="cancel">${messages.cancel}</button>
        </div>
      </form>
      <p class="return">${fill(messages.returnTo, { host: hostOf(redirectUri) })}</p>
    `,
  });
  void call.reply.send(page);
  return rawResponse;
}
