import { useCallback, useEffect, useState } from 'react';
import { failureFrom } from '../failure.ts';

/** Something that a view reads when it is shown. */
export interface Reading<Value> {
  value?: Value;
  failure?: string;
  again: () => void;
}

/** Reads something when the component appears. `read` must be the same function each time. */
export function useRead<Value>(read: () => Promise<Value>): Reading<Value> {
  const [state, setState] = useState<{ value?: Value; failure?: string }>({});
  const [tries, setTries] = useState(0);
  const again = useCallback(() => {
    setState({});
    setTries((count) => count + 1);
  }, []);
  useEffect(() => {
    let isOver = false;
    read().then(
      (value) => !isOver && setState({ value }),
      (error: unknown) => !isOver && setState({ failure: failureFrom(error).message }),
    );
    return () => {
      isOver = true;
    };
  }, [read, tries]);
  return { ...state, again };
}
