import { readable, word } from './fields.ts';
import type { Layer } from './layer-file.ts';
import { pointsOf } from './places-layer.ts';

const learning = {
  school: 'School',
  kindergarten: 'Kindergarten',
  university: 'University',
  college: 'College',
  library: 'Library',
};

const healing = {
  hospital: 'Hospital',
  clinic: 'Clinic',
  doctors: 'Clinic',
  dentist: 'Dentist',
  pharmacy: 'Pharmacy',
};

export const education: Layer = {
  key: 'education',
  title: 'Schools, kindergartens and universities',
  features: (elements) =>
    pointsOf(elements, (tags) => {
      const kind = word(learning, tags.amenity);
      return kind && { kind, operator: readable(tags.operator) };
    }),
};

export const health: Layer = {
  key: 'health',
  title: 'Hospitals, clinics and pharmacies',
  features: (elements) =>
    pointsOf(elements, (tags) => {
      const kind = word(healing, tags.amenity);
      return kind && { kind, operator: readable(tags.operator) };
    }),
};
