import { type PortalCall, rawAnswer } from '../../operation.ts';
import { setOpenerPolicy } from '../sign-in/page-headers.ts';
import { answerUri } from './redirect-uri.ts';

/** Sends the browser to the registered address with an answer and the request's `state`, byte for byte. */
export function redirectWith(
  call: PortalCall,
  request: { redirectUri: string; state: string | undefined; part: 'query' | 'fragment' },
  answer: Readonly<Record<string, string>>,
): typeof rawAnswer {
  const full = request.state === undefined ? answer : { ...answer, state: request.state };
  setOpenerPolicy(call, request.redirectUri);
  void call.reply
    .status(302)
    .header('cache-control', 'no-store')
    .header('location', answerUri(request.redirectUri, full, request.part))
    .send();
  return rawAnswer;
}
