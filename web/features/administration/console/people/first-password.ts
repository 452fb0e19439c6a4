/** A first password: 18 letters and digits nobody confuses, about 100 bits. ArcGIS wants a letter and a digit in it. */
export function firstPassword(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
  const chosen = Array.from({ length: 18 }, () => signs[below(signs.length)] ?? 'a').join('');
  return /[a-zA-Z]/.test(chosen) && /\d/.test(chosen) ? chosen : firstPassword();
}

/** A number from 0 up to one below the end, each as likely as the others. */
function below(end: number): number {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  return byte < 256 - (256 % end) ? byte % end : below(end);
}
