import path from 'node:path';
import type { Zip } from '../../archive/open-zip.ts';
import { uploadFault } from '../../upload-source.ts';
import { childrenOf, readElements, type XmlElement } from '../../xml/read-elements.ts';
import { kindOfFormat, type NumberKind } from './cell-values.ts';
import { readSharedTexts } from './shared-texts.ts';

/** A sheet of cells that is not hidden, unpacked. */
export interface WorkbookSheet {
  name: string;
  /** Name of its file in the archive, and the path of that file unpacked. */
  part: string;
  path: string;
}

/** What the cells of all sheets refer to. */
export interface Workbook {
  sheets: readonly WorkbookSheet[];
  texts: readonly string[];
  /** Kinds of numbers, by the number of a cell's style. */
  kinds: readonly NumberKind[];
  /** Whether days are counted from 1904, as older versions for the Macintosh do. */
  from1904: boolean;
}

/** Whether the archive is a workbook, with or without macros, in XML or in binary form. */
export function isWorkbook(names: readonly string[]): boolean {
  return names.includes('[Content_Types].xml') && names.some((name) => name.startsWith('xl/'));
}

interface Relationship {
  id: string;
  /** The last part of its type: `worksheet`, `styles` … */
  type: string;
  /** Name of the part in the archive. */
  target: string;
}

/**
 * Reads the parts of a workbook that its sheets need (ECMA-376), and unpacks these. Hidden sheets, charts, macros and whatever else
 * is in it are never opened.
 * @throws MappingError `services:invalid-upload`
 */
export async function readWorkbook(zip: Zip): Promise<Workbook> {
  if (zip.names.some((name) => /^xl\/workbook\.bin$/i.test(name))) throw uploadFault('excel-binary');
  const root = await readRelationships(zip, '');
  const main = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const relationships = await readRelationships(zip, main);
  const described = await readPart(zip, main, ['workbookPr', 'sheet']);
  const part = (type: string) => relationships.find((relationship) => relationship.type === type)?.target;
  const sheets: WorkbookSheet[] = [];
  for (const { name, attributes } of described) {
    if (name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') continue;
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    const target = relationships.find((one) => one.id === id && one.type === 'worksheet')?.target;
    if (target === undefined) continue;
    sheets.push({ name: attributes['name'] ?? '', part: target, path: await unpack(zip, target) });
  }
  const [texts, styles] = [part('sharedStrings'), part('styles')];
  const date1904 = described.find(({ name }) => name === 'workbookPr')?.attributes['date1904'];
  return {
    sheets,
    texts: texts === undefined ? [] : await readSharedTexts(await unpack(zip, texts), texts),
    kinds: styles === undefined ? [] : readKinds(await readPart(zip, styles, ['numFmts', 'cellXfs'])),
    from1904: date1904 === '1' || date1904 === 'true',
  };
}

/** The relationships of a part, or of the whole archive; none without a list. */
async function readRelationships(zip: Zip, of: string): Promise<Relationship[]> {
  const { dir, base } = path.posix.parse(of);
  const list = path.posix.join(dir, '_rels', `${base}.rels`);
  if (!zip.names.includes(list)) return [];
  const elements = await readPart(zip, list, ['Relationship']);
  return elements.map(({ attributes }) => ({
    id: attributes['Id'] ?? '',
    type: (attributes['Type'] ?? '').split('/').at(-1) ?? '',
    target: path.posix.resolve('/', dir, attributes['Target'] ?? '').slice(1),
  }));
}

function readKinds(elements: readonly XmlElement[]): NumberKind[] {
  const of = (list: string, child: string) =>
    elements.filter(({ name }) => name === list).flatMap((element) => childrenOf(element, child));
  const codes = new Map(
    of('numFmts', 'numFmt').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'],
    ]),
  );
  return of('cellXfs', 'xf').map(({ attributes }) => {
    const id = Number(attributes['numFmtId'] ?? 0);
    return kindOfFormat(id, codes.get(id));
  });
}

async function readPart(zip: Zip, part: string, names: readonly string[]): Promise<XmlElement[]> {
  const file = { path: await unpack(zip, part), meter: { read: 0, total: 0 } };
  const elements: XmlElement[] = [];
  for await (const element of readElements(file, new Set(names), part)) {
    elements.push(element);
    if (elements.length > maxElements) throw uploadFault('too-many-parts', { file: part });
  }
  return elements;
}

/** More than any workbook has sheets, relationships or styles. */
const maxElements = 100_000;

async function unpack(zip: Zip, part: string): Promise<string> {
  if (zip.names.includes(part)) return zip.unpack(part);
  throw uploadFault('broken-archive', {}, { reason: `${part.slice(0, 100)} is missing` });
}
