import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { SearchBox } from '../features/map-tools/search/index.ts';
import { FormView, type FormViewProps } from '../features/sharing/report-form/index.ts';

/** `/{org}/form/{id}`: the form of a layer (docs/forms.md). */
export function FormRoute() {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const prefill = useMemo(() => prefillOf(parameters), [parameters]);
  return <FormView id={id} search={<SearchBox />} prefill={prefill} />;
}

/** What a link fills in: `?at=51.1,71.4&field:NAME=value`. */
function prefillOf(parameters: URLSearchParams): FormViewProps['prefill'] {
  const values = Object.fromEntries(
    [...parameters].flatMap(([name, value]) => (name.startsWith('field:') ? [[name.slice(6), value]] : [])),
  );
  const [latitude = Number.NaN, longitude = Number.NaN] = (parameters.get('at') ?? '').split(',').map(Number);
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && parameters.get('at') !== '';
  return { values, geometry: isPlace ? { x: longitude, y: latitude } : null };
}
