import { useEffect, useState } from 'react';

/** True once the same value has lasted that long; null never lasts. */
export function useLasting(what: string | null, milliseconds: number): boolean {
  const [lasting, setLasting] = useState<string | null>(null);
  useEffect(() => {
    if (what === null) return undefined;
    const timer = setTimeout(() => setLasting(what), milliseconds);
    return () => {
      clearTimeout(timer);
      setLasting(null);
    };
  }, [what, milliseconds]);
  return what !== null && lasting === what;
}
