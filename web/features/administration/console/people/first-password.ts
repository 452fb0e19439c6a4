/** An initial password: 18 distinguishable letters and digits, about 100 bits. ArcGIS requires a letter and a digit. */
export function firstPassword(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
  const chosen = Array.from({ length: 18 }, () => signs[below(signs.length)] ?? 'a').join('');
  return /[a-zA-Z]/.test(chosen) && /\d/.test(chosen) ? chosen : firstPassword();
}

/** A uniformly random integer from 0 up to, but not including, the end. */
function below(end: number): number {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  return byte < 256 - (256 % end) ? byte % end : below(end);
}
