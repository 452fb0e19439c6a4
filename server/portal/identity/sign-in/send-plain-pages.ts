import { type PortalCall, rawAnswer } from '../../operation.ts';
import { html } from '../../../platform/http/html.ts';
import { layout } from './layout.ts';
import { languageOf } from './languages.ts';
import { setPageHeaders } from './page-headers.ts';

/**
 * Explains why sign-in cannot start. It shows nothing of the request and links nowhere: the request may be an
 * attacker's.
 */
export function sendErrorPage(
  call: PortalCall,
  reason: 'unknown-app' | 'unknown-redirect',
): typeof rawAnswer {
  const language = languageOf(call);
  const { messages } = language;
  setPageHeaders(call);
  void call.reply.status(400).send(
    layout({
      language,
      portalName: call.context.portal.name,
      title: messages.cannotStart,
      main: html`
        <h1>${messages.cannotStart}</h1>
        <div class="notice" role="alert">
          <p>${reason === 'unknown-app' ? messages.unknownApp : messages.unknownRedirect}</p>
        </div>
        <p>${messages.whatToDo}</p>
      `,
    }),
  );
  return rawAnswer;
}

/** Why the organisation's identity provider did not sign someone in. */
export type ProviderError = 'expired' | 'providerCancelled' | 'providerFailed' | 'providerRefused';

/** @param back the authorization request to try again, as a query; undefined when it is lost */
export function sendProviderErrorPage(
  call: PortalCall,
  reason: ProviderError,
  back: string | undefined,
): typeof rawAnswer {
  const language = languageOf(call);
  const { messages } = language;
  setPageHeaders(call);
  void call.reply.status(reason === 'providerRefused' ? 403 : 400).send(
    layout({
      language,
      portalName: call.context.portal.name,
      title: messages.notSignedIn,
      main: html`
        <h1>${messages.notSignedIn}</h1>
        <div class="notice" role="alert">
          <p>${messages[reason]}</p>
        </div>
        ${back !== undefined && html`<p><a href="../authorize${back}">${messages.backToSignIn}</a></p>`}
      `,
    }),
  );
  return rawAnswer;
}

/** The end of a sign-out without a registered address. */
export function sendSignedOutPage(call: PortalCall): typeof rawAnswer {
  const language = languageOf(call);
  const { messages } = language;
  setPageHeaders(call);
  void call.reply.send(
    layout({
      language,
      portalName: call.context.portal.name,
      title: messages.signedOut,
      main: html`
        <h1>${messages.signedOut}</h1>
        <p>${messages.signedOutText}</p>
      `,
    }),
  );
  return rawAnswer;
}
