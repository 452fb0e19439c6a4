import { useState } from 'react';
import { useApplicationContext } from '../../context/application-context.ts';
import type { UnitSystem } from '../../map/measure/units.ts';

const key = 'mapping.units';

/** The units the person measures in: chosen here before, else those of their account, else of the portal, else metric. */
export function useUnitSystem(): [UnitSystem, (system: UnitSystem) => void] {
  const { user, portal } = useApplicationContext();
  const [chosen, setChosen] = useState(() => localStorage.getItem(key));
  const given = chosen ?? user?.units ?? portal?.units;
  const choose = (system: UnitSystem) => {
    localStorage.setItem(key, system);
    setChosen(system);
  };
  // Portals say “english” for what is imperial.
  return [given === 'imperial' || given === 'english' ? 'imperial' : 'metric', choose];
}
