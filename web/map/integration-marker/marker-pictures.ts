const svg = (size: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${body}</svg>`;

/**
 * A marker facing north: a fading cone, and a dot with a white rim. At twice its display size, for high-density
 * screens.
 */
export function conePicture(color: string, leading: boolean): string {
  const strength = leading ? 0.75 : 0.4;
  return svg(
    224,
    `<defs><radialGradient id="f" gradientUnits="userSpaceOnUse" cx="112" cy="112" r="104">` +
      `<stop offset="0.1" stop-color="${color}" stop-opacity="${strength}"/>` +
      `<stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient></defs>` +
      `<path d="M112 112 L52 27 A104 104 0 0 1 172 27 Z" fill="url(#f)"/>` +
      dot(112, color, leading),
  );
}

/** A marker without a heading. */
export function standPicture(color: string, leading: boolean): string {
  return svg(56, dot(28, color, leading));
}

/** The pin of the chosen location. Its tip is at the centre of the bottom edge. */
export function pinPicture(color: string): string {
  return svg(
    68,
    `<path d="M34 66 C34 66 12 40 12 25 A22 22 0 0 1 56 25 C56 40 34 66 34 66 Z" fill="${color}" stroke="#fff" stroke-width="4"/>` +
      `<circle cx="34" cy="25" r="8" fill="#fff"/>`,
  );
}

function dot(middle: number, color: string, leading: boolean): string {
  return (
    `<circle cx="${middle}" cy="${middle}" r="17" fill="#000" fill-opacity="0.25"/>` +
    `<circle cx="${middle}" cy="${middle}" r="14" fill="${color}" fill-opacity="${leading ? 1 : 0.75}" stroke="#fff" stroke-width="5"/>`
  );
}
