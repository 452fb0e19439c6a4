/**
 * Names and types of the layers' attributes. `whole` is a whole number, `id` one not used for arithmetic,
 * `date` a day as `2025-04-01`.
 */
interface LayerField {
  name: string;
  alias: string;
  type: 'text' | 'whole' | 'number' | 'id' | 'date';
  /** Maps filter or sort by it. */
  indexed?: true;
}

const text = (name: string, alias: string): LayerField => ({ name, alias, type: 'text' });
const whole = (name: string, alias: string): LayerField => ({ name, alias, type: 'whole' });
const number = (name: string, alias: string): LayerField => ({ name, alias, type: 'number' });

/** Every attribute of every layer, in the order tables show them; a layer has those its features use. */
export const layerFields: readonly LayerField[] = [
  text('label', 'Label'),
  text('name', 'Name'),
  text('name_en', 'Name in English'),
  text('name_ru', 'Name in Russian'),
  text('name_kk', 'Name in Kazakh'),
  text('category', 'Category'),
  text('kind', 'Kind'),
  text('class', 'Class'),
  text('use', 'Use'),
  { name: 'inspected', alias: 'Inspected on', type: 'date', indexed: true },
  text('condition', 'Condition'),
  text('finding', 'Finding'),
  { ...whole('levels', 'Storeys'), indexed: true },
  whole('height_m', 'Height (m)'),
  text('address', 'Address'),
  text('opening_hours', 'Opening hours'),
  text('website', 'Website'),
  text('wheelchair', 'Wheelchair access'),
  text('operator', 'Operator'),
  text('cuisine', 'Cuisine'),
  text('religion', 'Religion'),
  text('sport', 'Sport'),
  text('ref', 'Number'),
  text('carries', 'Carries'),
  text('surface', 'Surface'),
  whole('lanes', 'Lanes'),
  whole('max_speed', 'Speed limit (km/h)'),
  text('one_way', 'One way'),
  text('bridge', 'Bridge'),
  text('electrified', 'Electrified'),
  text('lit', 'Lit'),
  text('shelter', 'Shelter'),
  text('bench', 'Bench'),
  text('access', 'Access'),
  text('fee', 'Fee'),
  whole('capacity', 'Spaces'),
  text('leaf_type', 'Leaves'),
  text('design', 'Design'),
  text('material', 'Material'),
  whole('voltage_kv', 'Voltage (kV)'),
  whole('circuits', 'Circuits'),
  whole('cables', 'Cables'),
  whole('length_m', 'Length (m)'),
  number('length_km', 'Length (km)'),
  whole('area_m2', 'Area (m²)'),
  number('area_ha', 'Area (ha)'),
  { name: 'osm_id', alias: 'OpenStreetMap id', type: 'id' },
];
