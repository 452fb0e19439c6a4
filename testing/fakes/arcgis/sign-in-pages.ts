import type { Answer, Exchange } from './exchange.ts';

/** Parameters of the application's request, which every page of the sign-in hands on. */
const handedOn = [
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'response_type',
];

/** The portal's page: its own accounts and, where the organisation has one, the identity provider. */
export function signInPage(exchange: Exchange, problem = ''): Answer {
  const { addressed, portal, parameters, dialect } = exchange;
  const name = addressed?.name ?? 'ArcGIS Online';
  const requested = new URLSearchParams(handedOn.map((each) => [each, parameters.get(each) ?? '']));
  const relayState = Buffer.from(`${portal}\n${requested}`).toString('base64url');
  const provider = addressed?.identityProvider;
  return page(`<h1>Sign in to ${escape(name)}</h1><p role="alert">${problem}</p>
    ${provider === undefined ? '' : `<a href="https://${provider}/saml/login?RelayState=${relayState}">${escape(name)} account</a>`}
    <form method="post" action="${portal}/sharing/rest/oauth2/signin">${hidden(exchange)}
      <label>Username <input name="username" autocomplete="username"></label>
      <label>Password <input name="password" type="password"></label>
      <button>Sign In</button>
      <button name="cancel" value="yes">Cancel</button>
    </form><footer>${dialect.name}</footer>`);
}

/** The identity provider's page. */
export function passwordPage(relayState: string, problem = ''): Answer {
  return page(`<h1>City login</h1><p role="alert">${problem}</p>
    <form method="post"><input type="hidden" name="RelayState" value="${escape(relayState)}">
      <label>User name <input name="username" autocomplete="username"></label>
      <label>Password <input name="password" type="password"></label>
      <button>Log in</button>
    </form>`);
}

/** Terms that the portal wants accepted before it lets the person go on. */
export function termsPage(exchange: Exchange, username: string): Answer {
  return page(`<h1>Terms of use</h1>
    <form method="post" action="${exchange.portal}/sharing/rest/oauth2/terms">${hidden(exchange)}
      <input type="hidden" name="username" value="${escape(username)}">
      <button>Accept</button>
      <button name="cancel" value="yes">Decline</button>
    </form>`);
}

function hidden({ parameters }: Exchange): string {
  return handedOn
    .map((name) => `<input type="hidden" name="${name}" value="${escape(parameters.get(name) ?? '')}">`)
    .join('');
}

function page(body: string): Answer {
  return { type: 'text/html;charset=utf-8', bytes: `<!doctype html><title>Sign In</title><body>${body}` };
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
