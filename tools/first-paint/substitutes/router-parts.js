import { createContext, useRef } from 'react';

// What the router's browser part imports of its framework mode and of its instrumentation, where neither is used.

/** Only its framework mode provides a value. */
export const FrameworkContext = createContext(undefined);

/** Links prefetch nothing by themselves. */
export function usePrefetchBehavior() {
  return [false, useRef(null), {}];
}

export function PrefetchPageLinks() {
  return null;
}

export function mergeRefs(...refs) {
  return (value) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(value);
      else if (ref) ref.current = value;
    }
  };
}

export function consumeInstrumentationClientResultMetaReceiver() {
  return undefined;
}

export const getRouteInstrumentationUpdates = () => ({});

export const instrumentClientSideRouter = (router) => router;
