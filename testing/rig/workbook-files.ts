import { zip } from './upload-files.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';

interface WorkbookParts {
  /** Texts that cells of type `s` refer to, as the content of `si`. */
  texts?: readonly string[];
  /** Codes of the number formats of cell styles, from style 1. */
  formats?: readonly string[];
  from1904?: boolean;
  hidden?: readonly string[];
  /** Other files in the archive, which may replace those above. */
  others?: Readonly<Record<string, string | Uint8Array>>;
}

/** A workbook as Excel writes it, of the rows of each sheet as XML. */
export function workbook(
  sheets: Readonly<Record<string, string>>,
  { texts = [], formats = [], from1904 = false, hidden = [], others = {} }: WorkbookParts = {},
): Promise<Buffer> {
  const names = Object.keys(sheets);
  const list = (write: (name: string, number: number) => string) =>
    names.map((name, index) => write(name, index + 1)).join('');
  const styles = formats.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code}"/>`);
  return zip({
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packages}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets>${list(
      (name, number) =>
        `<sheet name="${name}" sheetId="${number}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="rId${number}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}">${list(
      (_name, number) =>
        `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )}<Relationship Id="rId98" Type="${relations}/styles" Target="/xl/styles.xml"/><Relationship Id="rId99" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts>${styles.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_code, index) => `<xf numFmtId="${170 + index}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${main}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `${head}<worksheet xmlns="${main}"><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
    ...others,
  });
}

/** Rows of plain values, from the first row and column; `null` is a cell without a value. */
export function sheetRows(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  return rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
}

function cell(value: string | number | boolean | null): string {
  if (value === null) return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c t="b"><v>${Number(value)}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
}
