import { limits } from '../../../../limits.ts';
import { uploadFault } from '../../upload-source.ts';
import { parseXml, type XmlHandler } from '../../xml/parse-xml.ts';
import { unescapeText } from './cell-values.ts';

/** Bytes of a text in memory beside its characters. */
const perText = 24;

/**
 * The texts that the cells of a workbook refer to by number.
 * @throws MappingError `services:invalid-upload` when they would fill the memory
 */
export async function readSharedTexts(path: string, part: string): Promise<string[]> {
  const file = { path, meter: { read: 0, total: 0 } };
  let texts: string[] = [];
  for await (const shared of parseXml(file, new SharedTexts(), part)) texts = shared.texts;
  return texts;
}

class SharedTexts implements XmlHandler {
  readonly texts: string[] = [];
  characters = 0;
  #text = '';
  #total = 0;
  #isText = false;
  #isPhonetic = false;

  open(name: string): void {
    if (name === 'si') this.#text = '';
    if (name === 'rPh') this.#isPhonetic = true;
    this.#isText = name === 't' && !this.#isPhonetic;
  }

  close(name: string): void {
    this.#isText = false;
    if (name === 'rPh') this.#isPhonetic = false;
    if (name === 'si') this.#add(unescapeText(this.#text));
  }

  text(text: string): void {
    if (!this.#isText) return;
    this.#text += text;
    this.characters += text.length;
  }

  #add(text: string): void {
    this.#total += text.length + perText;
    if (this.#total > limits.sharedTextBytes)
      throw uploadFault('too-much-memory', {}, { most: limits.uploadHeapMegabytes });
    // A copy: a part of a larger text would retain all of that.
    this.texts.push(Buffer.from(text, 'utf16le').toString('utf16le'));
    this.characters = 0;
  }
}
