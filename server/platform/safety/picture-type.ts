const kinds = [
  { type: 'image/png', begins: '\u0089PNG\r\n\u001a\n' },
  { type: 'image/jpeg', begins: '\u00ff\u00d8\u00ff' },
  { type: 'image/gif', begins: 'GIF8' },
  { type: 'image/webp', begins: 'RIFF', goesOn: 'WEBP' },
] as const satisfies readonly { type: string; begins: string; goesOn?: string }[];

/** Types of pictures that browsers show and that run nothing. */
export type PictureType = (typeof kinds)[number]['type'];

/**
 * Detects the type of a picture by its first bytes; the name and the type that the sender gives do not count. undefined for other
 * files.
 */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  const isKind = (kind: { begins: string; goesOn?: string }) =>
    head.startsWith(kind.begins) && (kind.goesOn === undefined || head.startsWith(kind.goesOn, 8));
  return kinds.find(isKind)?.type;
}
