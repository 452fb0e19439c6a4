import { z } from 'zod';
import { parse } from '../../../../wire/portal-examination/read-portal.ts';
import type { PortalResponse, RequestPortal } from '../../../../wire/portal-examination/request.ts';

/** Something that this product, and the stand-ins of its tests, rely on in a portal, and how to check it without changing anything. */
export interface Assumption {
  text: string;
  /** Why this portal does not show it; undefined: it does. */
  skip?: (visit: Visit) => string | undefined | Promise<string | undefined>;
  /** What the portal did instead. */
  check: (visit: Visit) => Promise<Difference>;
}

/** Undefined: as assumed. */
export type Difference = string | undefined;

/** The requests of one check. */
export interface Visit {
  ask: RequestPortal;
  /** The portal's address, without `/sharing/rest`. */
  address: string;
  /** The portal's REST root. */
  root: string;
  /** `portals/self` of a visitor. */
  self: Self;
  /** The address of a public feature service of the portal, if there is one. */
  service: string | undefined;
  /** Of a member; empty: checked as a visitor. */
  token: string;
}

export const selfSchema = z.looseObject({
  id: z.string().nullish(),
  isPortal: z.boolean().optional(),
  portalMode: z.string().optional(),
  urlKey: z.string().nullish(),
  customBaseUrl: z.string().nullish(),
  cultureFormat: z.string().nullish(),
  error: z.looseObject({ code: z.number() }).optional(),
});
export type Self = z.infer<typeof selfSchema>;

export const errorSchema = z.object({ error: z.union([z.string(), z.looseObject({ code: z.number() })]) });

/** The common address of ArcGIS Online. */
export const online = 'https://www.arcgis.com/sharing/rest';

/** Why something of ArcGIS Online only cannot be checked. */
export const unlessOnline = ({ self }: Visit) =>
  self.isPortal === false ? undefined : 'this is not ArcGIS Online';

export const unlessService = ({ service }: Visit) =>
  service ? undefined : 'visitors find no feature service';

/** A country, or what ends in one: only that is used. */
export function isCultureFormat(text: string): boolean {
  return /(?:^|[-_])[a-z]{2}$/i.test(text);
}

export function refusedWith(codes: number | readonly number[], response: PortalResponse): Difference {
  const expected = [codes].flat();
  return response.status === 200 && expected.includes(codeOf(response) ?? 0) ? undefined : brief(response);
}

export function codeOf({ text }: PortalResponse): number | undefined {
  const error = parse(errorSchema, text)?.error;
  return typeof error === 'object' ? error.code : undefined;
}

/** Where a response is not of a shape. */
export function shapeOf(schema: z.ZodType, response: PortalResponse): Difference {
  let json: unknown;
  try {
    json = JSON.parse(response.text);
  } catch {
    return brief(response);
  }
  const { error } = schema.safeParse(json);
  const issue = error?.issues[0];
  return issue && `${issue.path.join('.') || 'answer'}: ${issue.message}; ${brief(response)}`;
}

/** The status and the beginning of a response. */
export function brief({ status, text }: PortalResponse): string {
  return `status ${status}, ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 160)}`;
}
