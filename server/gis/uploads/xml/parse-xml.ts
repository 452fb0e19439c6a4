import { SaxesParser } from 'saxes';
import { readHead } from '../bytes/read-bytes.ts';
import { guessEncoding } from '../../../../wire/table-text.ts';
import { isKnownEncoding, readText } from '../text/read-text.ts';
import { uploadFault, type UploadFile, uploadLimits } from '../upload-source.ts';

/** Receives the events of an XML text. Names have no prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  close(name: string): void;
  text(text: string): void;
  /** Characters that the handler holds of its current element. */
  readonly characters: number;
}

/**
 * Reads an XML text, and yields the handler after each piece of it. Entities of a document type are never expanded: a document that
 * declares some is rejected.
 * @param name of the file inside an archive
 * @throws MappingError `services:invalid-upload` with the line
 */
export async function* parseXml<Handler extends XmlHandler>(
  file: Pick<UploadFile, 'path' | 'meter'>,
  handler: Handler,
  name?: string,
): AsyncGenerator<Handler> {
  const parser = new SaxesParser({ position: true });
  const here = () => ({ ...(name !== undefined && { file: name }), line: parser.line });
  let depth = 0;
  let events = 0;
  parser.on('error', (error) => {
    throw uploadFault('broken-xml', here(), { reason: error.message.replace(/^(?:[^ :]+:)?\d+:\d+: /, '') });
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw uploadFault('xml-entities', here());
  });
  parser.on('opentag', ({ name: qualified, attributes }) => {
    depth += 1;
    events += 1;
    handler.open(withoutPrefix(qualified), attributes as Record<string, string>, parser.line);
    if (depth > uploadLimits.nesting) throw uploadFault('too-deep', here(), { most: uploadLimits.nesting });
  });
  parser.on('closetag', ({ name: qualified }) => {
    depth -= 1;
    events += 1;
    handler.close(withoutPrefix(qualified));
  });
  const text = (content: string) => {
    events += 1;
    handler.text(content);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  let fed = 0;
  for await (const chunk of readText(file, await encodingOf(file))) {
    const before = events;
    parser.write(chunk);
    fed = events === before ? fed + chunk.length : 0;
    if (Math.max(fed, handler.characters) > uploadLimits.featureBytes)
      throw uploadFault('feature-too-large', here(), { most: uploadLimits.featureBytes / 1_000_000 });
    yield handler;
  }
  parser.close();
  yield handler;
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** By the byte order mark, else by the XML declaration, else UTF-8. */
async function encodingOf(file: Pick<UploadFile, 'path'>): Promise<string> {
  const head = await readHead(file.path, 1_000);
  const { encoding, mark } = guessEncoding(head);
  if (mark > 0) return encoding;
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(head.toString('latin1'))?.[1] ?? 'utf-8';
  if (isKnownEncoding(declared)) return declared;
  throw uploadFault('unknown-encoding', { line: 1 }, { encoding: declared });
}
