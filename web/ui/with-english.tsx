/**
 * A sentence in the reader's language with words that are English, such as those of a library or a server: screen readers
 * pronounce them so (WCAG 3.1.2).
 *
 * @param english the words, which the sentence contains as they are; undefined: none
 */
export function WithEnglish({ text, english }: { text: string; english: string | undefined }) {
  const at = english ? text.lastIndexOf(english) : -1;
  if (!english || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <bdi lang="en" dir="ltr">
        {english}
      </bdi>
      {text.slice(at + english.length)}
    </>
  );
}
