import type { Fault } from '@arbiter/sandbox-vendor';
import type { SoakSystem } from '../site';
import type { Disturbance } from './disturbance';

const SPELL_MILLISECONDS = 6_000;
/** Longer than a tool may take. */
const SLOW_MILLISECONDS = 7_000;
const EFFECTS = [
  'POST /refunds',
  'PUT /customers/{customerId}/orders/{orderNumber}/refund',
  'POST /plain/refunds',
] as const;
const KINDS = ['500', '429', 'slow', 'reset_before_effect', 'reset_after_effect'] as const;

/**
 * The vendor refuses, is slow, or leaves open whether the effect took place; and is killed with its requests on the
 * way.
 */
export const vendorDisturbed = (): readonly Disturbance[] => [
  ...KINDS.map((kind): Disturbance => ({
    name: `vendor: ${kind}`,
    holdMilliseconds: SPELL_MILLISECONDS,
    begin: (site) =>
      setFaults(
        site,
        EFFECTS.map((route) => ({ route, kind, ...(kind === 'slow' ? { delayMilliseconds: SLOW_MILLISECONDS } : {}) })),
      ),
    end: (site) => setFaults(site, []),
  })),
  {
    name: 'vendor killed',
    holdMilliseconds: 0,
    begin: async ({ system }) => {
      if (system.vendor) process.kill(system.vendor.pid, 'SIGKILL');
    },
    end: async () => undefined,
  },
];

async function setFaults({ system }: SoakSystem, faults: readonly Fault[]): Promise<void> {
  const response = await fetch(`${system.vendorUrl}/_sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
    signal: AbortSignal.timeout(5_000),
  });
  if (!response.ok) throw new Error(`the vendor refused the faults: ${await response.text()}`);
}
