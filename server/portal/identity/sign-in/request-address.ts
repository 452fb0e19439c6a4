const kept = [
  'client_id',
  'response_type',
  'redirect_uri',
  'state',
  'expiration',
  'code_challenge',
  'code_challenge_method',
  'locale',
];

/**
 * An authorization request again as an address of the same page. It travels in the address because a form field would
 * rewrite the line breaks of `state`, which is to come back byte for byte.
 */
export function requestAddress(parameters: Readonly<Record<string, string>>): string {
  const pairs = kept.flatMap((name) => {
    const value = parameters[name];
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`];
  });
  return `?${pairs.join('&')}`;
}
