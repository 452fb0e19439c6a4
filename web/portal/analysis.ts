import type { HostedInput, Recipe } from '../../wire/analysis.ts';
import { contentPath } from './paths.ts';
import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PublishingJob } from './uploads/publish-file.ts';

/** What the server computes. */
export interface ServerAnalysis {
  recipe: Recipe;
  input: HostedInput;
  other?: HostedInput | undefined;
  /** The spatial reference of the map. */
  wkid: number;
  title: string;
}

/**
 * Starts an analysis of hosted layers on an embedded portal; `publishingProgress` and `cancelPublishing` follow it.
 * @throws MappingError with the portal's message
 */
export async function startAnalysis(
  connection: PortalConnection,
  username: string,
  { recipe, input, other, wkid, title }: ServerAnalysis,
): Promise<PublishingJob> {
  return portalRequest<PublishingJob>(connection, `${contentPath(username)}/analysis`, {
    body: {
      recipe: JSON.stringify(recipe),
      input: JSON.stringify(input),
      ...(other && { other: JSON.stringify(other) }),
      wkid: String(wkid),
      title,
    },
  });
}
