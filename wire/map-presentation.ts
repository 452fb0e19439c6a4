import { z } from 'zod';

/** The member of a web map that holds the words and timing of its slides. Other programs ignore it. */
export const presentationMember = 'mappingPresentation';

/** How the bookmarks of a map are shown as slides. Members of other versions are kept. */
export const mapPresentationSchema = z.looseObject({
  /** Seconds until the next slide while the presentation runs. */
  seconds: z.int().min(2).max(600).default(10),
  /** Texts of slides, by the names of their bookmarks. */
  texts: z.record(z.string().max(500), z.string().max(2000)).default({}),
});

export type MapPresentation = z.infer<typeof mapPresentationSchema>;

/** The presentation of a map that defines none. */
export const plainPresentation: MapPresentation = mapPresentationSchema.parse({});

/** The presentation in a web map document; undefined if there is none, or none that can be read. */
export function presentationIn(document: unknown): MapPresentation | undefined {
  const member = (document as Record<string, unknown> | null | undefined)?.[presentationMember];
  return mapPresentationSchema.safeParse(member).data;
}
