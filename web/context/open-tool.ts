import { createContext, useContext } from 'react';

/** Opens a tool of the map viewer's sidebar by its id; the same tool again stays open. */
export type OpenTool = (id: string) => void;

/** Filled by the map viewer. */
export const OpenToolContext = createContext<OpenTool>(() => {});

/** How a feature opens a tool of another, such as the table of a layer or the editor of a feature. */
export function useOpenTool(): OpenTool {
  return useContext(OpenToolContext);
}
