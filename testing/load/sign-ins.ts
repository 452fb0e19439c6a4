import { form, json, type Loads } from './expensive-request.ts';

const rest = '/portal/sharing/rest';

/** The most expensive requests of signing in. */
export const signIns = {
  'sign-ins': ({ origin }) => [
    form(`${rest}/generateToken`, {
      username: 'ada',
      password: 'wrong-password',
      referer: 'http://a.example',
    }),
    form(`${rest}/oauth2/authorize`, {
      username: 'grace',
      password: 'p'.repeat(9000),
      client_id: 'mapping-demo',
    }),
    ...[2000, 900_000].map((length) =>
      form(`${rest}/oauth2/authorize`, {
        client_id: 'mapping-demo',
        redirect_uri: `${origin}/demo/signed-in`,
        response_type: 'code',
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
        state: "'".repeat(length),
      }),
    ),
    form(`${rest}/oauth2/newPassword`, { state: "'".repeat(900_000) }),
    form(`${rest}/oauth2/token`, {
      grant_type: 'refresh_token',
      client_id: 'mapping-demo',
      refresh_token: 'x'.repeat(900_000),
    }),
  ],
  'token broker': () => [
    json('/api/session/demo/eA/oauth2/token', `{"grant_type":"${'x'.repeat(900_000)}"}`),
    json('/api/session/demo/eA/oauth2/token', `{"a":[${'{"a":[1,2,{"b":null}],"c":"x"},'.repeat(500)}1]}`),
    form('/api/session/demo/eA/oauth2/token', { grant_type: 'x'.repeat(900_000) }),
  ],
} satisfies Loads;
