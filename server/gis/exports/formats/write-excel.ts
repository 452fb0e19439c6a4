import { Archive, exportFault, type FileWriter, plainName, type Target, xmlText } from '../export-format.ts';
import { plainValue, pointColumns } from './write-csv.ts';

/** Limits of a sheet and of a cell in Excel. */
const [maxRows, maxColumns, maxCharacters] = [1_048_576, 16_384, 32_767];

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * A workbook (ECMA-376) with a sheet per layer. Cells contain their texts, so that rows can be
 * written one after another; a text is never a formula.
 */
export function excelWriter(file: Target): FileWriter {
  const archive = new Archive(file);
  const sheets: string[] = [];
  const part = (name: string, content: string) => {
    const target = archive.file(name);
    target.write(xml + content);
    target.end();
  };
  return {
    layer({ layer, name }) {
      const { fields } = layer;
      const title = sheetName(name, sheets);
      sheets.push(title);
      const sheet = archive.file(`xl/worksheets/sheet${sheets.length}.xml`);
      const points = layer.geometryType === 'esriGeometryPoint';
      const names = fields.map((field) => field.name);
      const header = [...names, ...(points ? pointColumns(names) : [])];
      if (header.length > maxColumns)
        throw exportFault(`A sheet has at most ${maxColumns} columns. Choose another format.`);
      let rows = 0;
      const write = (values: readonly (string | number | null)[]) => {
        rows += 1;
        if (rows > maxRows)
          throw exportFault(
            `A sheet has at most ${maxRows} rows, fewer than this layer. Choose another format.`,
          );
        sheet.write(`<row r="${rows}">${values.map((value, at) => cell(value, at, rows)).join('')}</row>`);
      };
      sheet.write(`${xml}<worksheet xmlns="${main}"><sheetData>`);
      write(header);
      return {
        add({ values, geometry }) {
          const cells = fields.map((field, index) => plainValue(field, values[index] ?? null));
          const [x = null, y = null] = geometry?.coordinates ?? [];
          write(points ? [...cells, x, y] : cells);
        },
        end() {
          sheet.write('</sheetData></worksheet>');
          sheet.end();
        },
      };
    },
    finish() {
      const each = (write: (number: number, name: string) => string) =>
        sheets.map((name, index) => write(index + 1, name)).join('');
      part(
        'xl/workbook.xml',
        `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each(
          (number, name) => `<sheet name="${xmlText(name)}" sheetId="${number}" r:id="r${number}"/>`,
        )}</sheets></workbook>`,
      );
      part(
        'xl/_rels/workbook.xml.rels',
        `<Relationships xmlns="${packages}/relationships">${each(
          (number) =>
            `<Relationship Id="r${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
        )}</Relationships>`,
      );
      part(
        '_rels/.rels',
        `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      );
      part(
        '[Content_Types].xml',
        `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/>${each(
          (number) =>
            `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${office}.worksheet+xml"/>`,
        )}</Types>`,
      );
      archive.end();
    },
  };
}

/** Names of sheets have 31 characters and differ in any letter case. */
function sheetName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((each) => each.toLowerCase()));
  const first = plainName(name, 31);
  for (let number = 2, title = first; ; number += 1) {
    if (!used.has(title.toLowerCase())) return title;
    title = `${plainName(name, 26)} ${number}`;
  }
}

function cell(value: string | number | null, column: number, row: number): string {
  if (value === null || value === '') return '';
  const place = `${columnName(column)}${row}`;
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`;
  if (value.length > maxCharacters)
    throw exportFault(
      `A text in row ${row} is longer than the ${maxCharacters} characters of a cell. Choose another format.`,
    );
  // Readers take _x000D_ for a carriage return, which XML would turn into a line feed, and so for other characters.
  const text = xmlText(value)
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll('\r', '_x000D_');
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** A, B … Z, AA … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}
