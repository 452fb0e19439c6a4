import { isKnownEncoding } from '../../text/guess-encoding.ts';

/** Code pages by the number in a .dbf header. */
const drivers: Readonly<Record<number, string>> = {
  0x03: 'windows-1252',
  0x26: 'ibm866',
  0x4d: 'gbk',
  0x4e: 'euc-kr',
  0x4f: 'big5',
  0x58: 'windows-1252',
  0x59: 'windows-1252',
  0x65: 'ibm866',
  0x7b: 'shift_jis',
  0xc8: 'windows-1250',
  0xc9: 'windows-1251',
  0xca: 'windows-1254',
  0xcb: 'windows-1253',
};

/** Numbers of code pages that Windows writes into .cpg files. */
const pages: Readonly<Record<string, string>> = {
  65001: 'utf-8',
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
};

/** The encoding a .cpg file names; undefined when it is one we cannot read. */
export function encodingOfCpg(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  const digits = /\d+/.exec(name.replaceAll(/[^a-z\d]/g, ''))?.[0] ?? '';
  const known =
    pages[digits] ??
    (/^125\d$/.test(digits)
      ? `windows-${digits}`
      : /^8859\d{1,2}$/.test(digits)
        ? `iso-8859-${digits.slice(4)}`
        : name);
  return isKnownEncoding(known) ? known : undefined;
}

/** The encoding the header of a .dbf file names; undefined when it says nothing certain. */
export function encodingOfDriver(languageDriver: number): string | undefined {
  return drivers[languageDriver];
}
