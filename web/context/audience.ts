import { createContext, useContext } from 'react';
import { everything, type MapAudience, mayUseTool } from '../../wire/map-audience.ts';

/** The audience of the open map, and what it allows the current user. */
export interface Audience {
  /** The map's own; undefined if it has none. */
  own: MapAudience | undefined;
  /** Whether the user may change it: for readers the other members apply. */
  mayChange: boolean;
  change(next: MapAudience | undefined): void;
  /** Whether the user gets a tool. Changing the map itself counts as the tool `save`. */
  mayUse(tool: string): boolean;
  tables: boolean;
  exports: boolean;
  copies: boolean;
}

/**
 * What an audience allows.
 * @param own the map's audience, if it has one
 * @param isReader whether it applies to the user
 */
export function audienceFor(
  own: MapAudience | undefined,
  isReader: boolean,
  change: Audience['change'] = () => {},
): Audience {
  const applied = (isReader && own) || everything;
  const { tables, exports, copies } = applied;
  return {
    own,
    mayChange: !isReader,
    change,
    mayUse: (tool) => mayUseTool(applied, tool),
    tables,
    exports,
    copies,
  };
}

/** Filled by the map viewer; outside of it everything is allowed. */
export const AudienceContext = createContext<Audience>(audienceFor(undefined, false));

/** What the current user may do with the open map. */
export function useAudience(): Audience {
  return useContext(AudienceContext);
}
