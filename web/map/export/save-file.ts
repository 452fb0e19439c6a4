import type { MadeFile } from './data-types.ts';

/** Milliseconds after which a browser has surely taken the file. */
const kept = 60_000;

/** Hands a file made in the browser to the person, as a download. */
export function saveFile({ name, content }: MadeFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), kept);
}
