import type { ExpressionUse } from '../../../../map/configure/configure.ts';
import type { LayerField } from '../../../../map/layers/layer-fields.ts';

/** A word that can complete what was typed. */
export interface Completion {
  label: string;
  /** What is inserted. */
  apply: string;
  detail?: string;
  type: 'property' | 'variable' | 'function' | 'keyword';
}

/** Functions of Arcade that work on features and their values. */
const functions =
  `Abs Acos AngleBetween Area AreaGeodetic Array Asin Atan Atan2 Average Back Bearing Boolean Buffer BufferGeodetic Ceil
  Centroid ChangeTimeZone Clip Concatenate Console Constrain Contains ConvexHull Cos Count Crosses Cut Date DateAdd DateDiff
  DateOnly Day DefaultValue Densify Dictionary Difference DisjointFeature Distance DistanceGeodetic Distinct Domain DomainCode
  DomainName Envelope EnvelopeIntersects Equals Erase Exp Expects Extent Feature FeatureSetByRelationshipName Filter Find First
  Floor FromCharCode FromJSON Front Generalize Geometry GroupBy Guid HasKey HasValue Hash Hour IIf Includes IndexOf Insert
  Intersection Intersects IsEmpty IsNaN IsSelfIntersecting ISOMonth ISOWeek ISOWeekday ISOYear Left Length LengthGeodetic Log
  Lower Map Max Mean Mid Millisecond Min Minute Month MultiPartToSinglePart Multipoint NextSequenceValue None Now Number Offset
  OrderBy Overlaps Pi Point Polygon Polyline Pop Portal Pow Proper Push Random Reduce Relate Replace Resize Reverse RingIsClockwise
  Right Rotate Round Second SetGeometry Simplify Sin Slice Sort Splice Split Sqrt StandardizeGuid Stdev SubtypeCode SubtypeName
  Subtypes Sum SymmetricDifference Tan Text Time TimeZone Timestamp TimeZoneOffset ToCharCode ToHex ToLocal ToUTC Today Top
  Touches Trim TypeOf Union Upper Variance Week Weekday When Within Year`.split(/\s+/);

const keywords = 'break continue else false for function if import in null return true var while'.split(' ');

/** What each kind of expression can read. */
const variables: Readonly<Record<ExpressionUse, readonly string[]>> = {
  feature: ['$feature'],
  style: ['$feature', '$view'],
  calculation: ['$feature', '$originalFeature', '$editContext', '$layer', '$map', '$datastore'],
  popup: ['$feature', '$layer', '$map', '$datastore'],
  groups: ['$feature', '$aggregatedFeatures', '$layer', '$map', '$datastore'],
};

/** Names that can follow a dot; others are read by brackets. */
const plainName = /^[A-Za-z_]\w*$/;

/**
 * What can follow a text.
 *
 * @param before the line up to the cursor
 * @returns the words, and how many characters of the text they replace; undefined where nothing is typed
 */
export function completionsAt(
  before: string,
  fields: readonly LayerField[],
  use: ExpressionUse,
): { length: number; words: Completion[] } | undefined {
  const member = /\$feature\.([\p{L}\p{N}_]*)$/u.exec(before);
  if (member)
    return {
      // The dot is replaced where brackets are needed.
      length: (member[1] ?? '').length + 1,
      words: fields.map(({ name, title }) => ({
        label: name,
        apply: plainName.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`,
        type: 'property',
        ...(title !== name && { detail: title }),
      })),
    };
  const [word] = /(?:\$|\b)\w+$|\$$/.exec(before) ?? [];
  if (!word || /^\d/.test(word)) return undefined;
  return {
    length: word.length,
    words: [
      ...variables[use].map((name): Completion => ({ label: name, apply: name, type: 'variable' })),
      ...functions.map((name): Completion => ({ label: name, apply: `${name}(`, type: 'function' })),
      ...keywords.map((name): Completion => ({ label: name, apply: name, type: 'keyword' })),
    ],
  };
}
