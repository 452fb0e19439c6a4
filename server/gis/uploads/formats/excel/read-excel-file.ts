import { cut } from '../../../../platform/safety/stored-text.ts';
import type { UploadPlace } from '../../../../../wire/upload.ts';
import type { Zip } from '../../archive/open-zip.ts';
import {
  type SourceFacts,
  type SourceGeometry,
  type SourceLayer,
  type UploadChoices,
  uploadFault,
  type UploadFeature,
  type UploadFile,
  uploadLimits,
  type UploadSource,
} from '../../upload-source.ts';
import { type CoordinateColumns, guessCoordinates } from '../../../../../wire/table-text.ts';
import { readNumber } from '../csv/read-csv-file.ts';
import type { CellValue } from './cell-values.ts';
import { readWorkbook, type Workbook, type WorkbookSheet } from './read-workbook.ts';
import { readSheetRows, type SheetRow } from './sheet-rows.ts';

/** A sheet, and the row that names its columns: the first one with values. */
interface HeadedSheet {
  sheet: WorkbookSheet;
  row: number;
  names: readonly string[];
}

/**
 * A workbook: each visible sheet whose first row with values names its columns is a layer, or a table if it has no columns of
 * coordinates.
 */
export async function openExcel(zip: Zip, file: UploadFile, choices: UploadChoices): Promise<UploadSource> {
  const workbook = await readWorkbook(zip);
  const sheets: HeadedSheet[] = [];
  for (const sheet of workbook.sheets) {
    const headed = await readHeader(workbook, sheet);
    if (headed) sheets.push(headed);
  }
  if (sheets.length > uploadLimits.layers)
    throw uploadFault('too-many-layers', {}, { found: sheets.length, most: uploadLimits.layers });
  checkChoices(sheets, choices);
  const [first] = sheets;
  const coordinates = first && chooseCoordinates(first.names, choices);
  const facts: SourceFacts = { notes: [], ...(first && { columns: [...first.names] }) };
  if (first && coordinates)
    facts.coordinates = {
      longitude: first.names[coordinates.longitude] ?? '',
      latitude: first.names[coordinates.latitude] ?? '',
    };
  return {
    format: 'excel',
    facts,
    layers: sheets.map((headed) => toLayer(workbook, headed, file, choices)),
    close: () => Promise.resolve(),
  };
}

async function readHeader(workbook: Workbook, sheet: WorkbookSheet): Promise<HeadedSheet | undefined> {
  for await (const [first] of readSheetRows(workbook, sheet, { read: 0, total: 0 })) {
    if (!first) continue;
    const headings = Array.from(
      first.values,
      (value, index) => cut(String(value ?? '').trim(), uploadLimits.nameCharacters) || unnamed(index),
    );
    return { sheet, row: first.row, names: distinct(headings) };
  }
  return undefined;
}

/** Repeated names are numbered, as fields of layers are. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let number = 1; taken.has(free.toLowerCase()); number += 1) free = `${name}_${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

function unnamed(index: number): string {
  return `column ${index + 1}`;
}

function toLayer(
  workbook: Workbook,
  { sheet, row, names }: HeadedSheet,
  { meter }: UploadFile,
  choices: UploadChoices,
): SourceLayer {
  const coordinates = chooseCoordinates(names, choices);
  const reference = { wkid: choices.wkid ?? 4326 };
  return {
    name: sheet.name,
    // Rows may have values to the right of the last heading.
    fields: Array.from({ length: uploadLimits.fields }, (_none, index) => {
      const name = names[index] ?? unnamed(index);
      return { key: String(index), name, ...(name === unnamed(index) && { onlyWithValues: true }) };
    }),
    reference: () => reference,
    async *features() {
      for await (const rows of readSheetRows(workbook, sheet, meter))
        yield rows
          .filter((each) => each.row !== row)
          .map((each) => toFeature(each, sheet.name, names, coordinates));
    },
  };
}

function toFeature(
  { row, values }: SheetRow,
  sheet: string,
  names: readonly string[],
  coordinates: CoordinateColumns | undefined,
): UploadFeature {
  const place = { file: sheet, line: row };
  // Holes are skipped.
  const properties: Record<string, CellValue> = {};
  values.forEach((value, index) => {
    if (value !== undefined) properties[index] = value;
  });
  return { properties, geometry: coordinates ? point(values, names, coordinates, place) : null, place };
}

/** A row without coordinates becomes a feature without geometry. */
function point(
  values: SheetRow['values'],
  names: readonly string[],
  { longitude, latitude }: CoordinateColumns,
  place: UploadPlace,
): SourceGeometry | null {
  const isEmpty = (column: number) => String(values[column] ?? '').trim() === '';
  if (isEmpty(longitude) && isEmpty(latitude)) return null;
  const read = (column: number) => {
    const value = values[column] ?? '';
    const number = typeof value === 'number' ? value : readNumber(String(value));
    if (number !== undefined) return number;
    const named = (names[column] ?? '').slice(0, 80);
    throw uploadFault('no-coordinate', place, { text: String(value).slice(0, 40), column: named });
  };
  return { type: 'Point', coordinates: [read(longitude), read(latitude)] };
}

/** The chosen columns where a sheet has them, else those that its names suggest. */
function chooseCoordinates(
  names: readonly string[],
  { noCoordinates, longitude, latitude }: UploadChoices,
): CoordinateColumns | undefined {
  if (noCoordinates) return undefined;
  const chosen = { longitude: names.indexOf(longitude ?? ''), latitude: names.indexOf(latitude ?? '') };
  return chosen.longitude < 0 || chosen.latitude < 0 ? guessCoordinates(names) : chosen;
}

/** @throws MappingError `services:invalid-upload` for chosen columns that no sheet has */
function checkChoices(
  sheets: readonly HeadedSheet[],
  { noCoordinates, longitude, latitude }: UploadChoices,
): void {
  if (noCoordinates || (longitude === undefined && latitude === undefined)) return;
  const has = ({ names }: HeadedSheet, name: string | undefined) => names.includes(name ?? '');
  if (sheets.some((sheet) => has(sheet, longitude) && has(sheet, latitude))) return;
  const missing = sheets.some((sheet) => has(sheet, longitude)) ? latitude : longitude;
  throw uploadFault('no-column', {}, { column: (missing ?? '').slice(0, 80) });
}
