import type { UploadPlace } from '../../../../../wire/upload.ts';
import { type Meter, uploadFault, uploadLimits } from '../../upload-source.ts';
import { parseXml, type XmlHandler } from '../../xml/parse-xml.ts';
import { type CellValue, readSerial, unescapeText } from './cell-values.ts';
import type { Workbook, WorkbookSheet } from './read-workbook.ts';

/** A row with at least one value. */
export interface SheetRow {
  /** Its number in the sheet. */
  row: number;
  /** By column; empty cells are holes. */
  values: readonly (CellValue | undefined)[];
}

/** Size of a sheet. */
const [maxRows, maxColumns] = [1_048_576, 16_384];

/** The rows of a sheet that have values, from the beginning; stored results of formulas, never the formulas. */
export async function* readSheetRows(
  workbook: Workbook,
  sheet: WorkbookSheet,
  meter: Meter,
): AsyncGenerator<SheetRow[]> {
  const handler = new SheetHandler(workbook, sheet.name);
  for await (const { rows } of parseXml({ path: sheet.path, meter }, handler, sheet.part))
    yield rows.splice(0);
}

class SheetHandler implements XmlHandler {
  readonly rows: SheetRow[] = [];
  characters = 0;
  readonly #workbook: Workbook;
  readonly #sheet: string;
  #isData = false;
  #row = 0;
  #values: (CellValue | undefined)[] = [];
  #column = -1;
  #type = 'n';
  #style = 0;
  #text = '';
  #isText = false;
  #isPhonetic = false;

  constructor(workbook: Workbook, sheet: string) {
    this.#workbook = workbook;
    this.#sheet = sheet;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'sheetData') this.#isData = true;
    if (!this.#isData) return;
    this.#isText = false;
    switch (name) {
      case 'row':
        this.#row = attributes['r'] === undefined ? this.#row + 1 : Number(attributes['r']);
        this.#values = [];
        this.#column = -1;
        if (!Number.isInteger(this.#row) || this.#row < 1 || this.#row > maxRows)
          throw uploadFault('broken-row', { file: this.#sheet }, { reason: `a sheet has ${maxRows} rows` });
        break;
      case 'c':
        this.#column = attributes['r'] === undefined ? this.#column + 1 : columnOf(attributes['r']);
        this.#type = attributes['t'] ?? 'n';
        this.#style = Number(attributes['s'] ?? 0);
        this.#text = '';
        if (this.#column >= maxColumns) throw this.#broken(`a sheet has ${maxColumns} columns`);
        break;
      case 'rPh':
        this.#isPhonetic = true;
        break;
      case 'v':
        this.#isText = this.#type !== 'inlineStr';
        break;
      case 't':
        this.#isText = this.#type === 'inlineStr' && !this.#isPhonetic;
        break;
    }
  }

  close(name: string): void {
    this.#isText = false;
    if (name === 'sheetData') this.#isData = false;
    if (!this.#isData) return;
    if (name === 'rPh') this.#isPhonetic = false;
    if (name === 'c') this.#add();
    if (name !== 'row') return;
    if (this.#values.length > 0) this.rows.push({ row: this.#row, values: this.#values });
    this.characters = 0;
  }

  text(text: string): void {
    if (!this.#isText) return;
    this.#text += text;
    this.characters += text.length;
  }

  #add(): void {
    const value = this.#read();
    if (value === undefined || value === '') return;
    if (this.#column >= uploadLimits.fields)
      throw uploadFault('too-many-columns', this.#place, {
        found: this.#column + 1,
        most: uploadLimits.fields,
      });
    this.#values[this.#column] = value;
  }

  #read(): CellValue | undefined {
    const text = this.#text;
    if (this.#type === 'e' || text === '') return undefined;
    switch (this.#type) {
      case 's':
        return this.#workbook.texts[Number(text)] ?? this.#refuse(text);
      case 'b':
        return text.trim() === '1' || text.trim() === 'true';
      case 'str':
      case 'inlineStr':
      case 'd':
        return unescapeText(text);
      default: {
        const number = text.trim() === '' ? NaN : Number(text);
        if (!Number.isFinite(number)) return this.#refuse(text);
        return readSerial(number, this.#workbook.kinds[this.#style], this.#workbook.from1904);
      }
    }
  }

  get #place(): UploadPlace {
    return { file: this.#sheet, line: this.#row };
  }

  #refuse(text: string): never {
    throw this.#broken(`“${text.slice(0, 40)}” is not a value of the type ${this.#type.slice(0, 10)}`);
  }

  #broken(reason: string) {
    return uploadFault('broken-row', this.#place, { reason });
  }
}

/** `C` of `C12` is column 2; what is not a reference is far outside. */
function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d+$/i.exec(reference)?.[1]?.toUpperCase();
  if (letters === undefined) return Infinity;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
