import { useEffect, useMemo } from 'react';

/** The URL of a picture in memory while the component shows it; undefined without one. */
export function useObjectUrl(picture: Blob | null | undefined): string | undefined {
  const url = useMemo(() => (picture ? URL.createObjectURL(picture) : undefined), [picture]);
  useEffect(
    () => () => {
      if (url !== undefined) URL.revokeObjectURL(url);
    },
    [url],
  );
  return url;
}
