import { baseOf, type Messages, type Translation } from './catalogues.ts';

/** Names of products, formats, systems, keys, and pages and fields of ArcGIS, which are the same in every language. */
const names =
  'file geodatabase|Powered by Esri|Esri|HTTPS|Space|Esc|ArcGIS|Enterprise|Online|Mapping|API|EN|ID|SQL|URL|URLs|dpi|ha|' +
  'CSV|Excel|FlatGeobuf|GeoJSON|GeoPackage|GPX|KML|KMZ|PMTiles|PNG|Shapefiles?|EPSG|MGRS|UTM|WGS84|zip|' +
  'Cityworks|Experience|App ID|Client ID|Entity ID|assertion consumer service|British National Grid|' +
  'Organization > Settings > Security > Allow origins|Content > New item > Developer credentials';
const name = new RegExp(
  String.raw`(?<![\p{Script=Latin}\p{N}])(?:${names})(?![\p{Script=Latin}\p{N}])`,
  'giu',
);

/** A text without its placeholders and names. */
export const withoutNames = (text: string) => text.replaceAll(/\{+\w+\}+/g, ' ').replaceAll(name, ' ');

/** The words of a text besides placeholders, names and single letters. */
function wordsOf(text: string): string[] {
  return (withoutNames(text).match(/\p{L}[\p{L}\p{M}\p{N}’'-]+/gu) ?? []).map((word) => word.toLowerCase());
}

/**
 * The messages of a language that are the English ones, although they contain a word that is not the language's own (`shared` of its
 * file) and not a name.
 *
 * @returns `key: words`
 */
export function leftInEnglish(english: Messages, { messages, shared = '' }: Translation): string[] {
  const own = new Set(shared.split(' '));
  return Object.entries(messages).flatMap(([key, text]) => {
    if (text !== (english[key] ?? english[`${baseOf(key)}_other`])) return [];
    const foreign = wordsOf(text).filter((word) => !own.has(word));
    return foreign.length > 0 ? [`${key}: ${foreign.join(' ')}`] : [];
  });
}
