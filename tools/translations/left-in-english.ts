import { baseOf, type Messages, type Translation } from './catalogues.ts';

/** Names of products, formats, systems and keys, which are the same in every language. */
const names =
  'file geodatabase|Powered by Esri|Space|ArcGIS|Enterprise|Online|Mapping|API|EN|ID|SQL|URL|URLs|dpi|ha|' +
  'CSV|Excel|FlatGeobuf|GeoJSON|GeoPackage|GPX|KML|KMZ|PMTiles|PNG|Shapefile|EPSG|MGRS|UTM|WGS84|zip';
const name = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${names})(?![\p{L}\p{N}])`, 'giu');

/** The words of a text besides placeholders, names and single letters. */
function wordsOf(text: string): string[] {
  const plain = text.replaceAll(/\{+\w+\}+/g, ' ').replaceAll(name, ' ');
  return (plain.match(/\p{L}[\p{L}\p{M}\p{N}’'-]+/gu) ?? []).map((word) => word.toLowerCase());
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
