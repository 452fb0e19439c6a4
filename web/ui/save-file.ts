/** Milliseconds after which a browser has surely taken the file. */
const kept = 60_000;

/** Hands a file to the person, as a download. */
export function saveFile({ name, content }: { name: string; content: Blob }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), kept);
}
