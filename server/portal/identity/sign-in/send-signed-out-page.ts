import { type PortalCall, rawAnswer } from '../../operation.ts';
import { html } from './html.ts';
import { languageOf } from './languages.ts';
import { layout } from './layout.ts';
import { setPageHeaders } from './page-headers.ts';

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
