import { resolve } from 'node:path';
import { loadTenant } from '@arbiter/artifacts';
import { OpenSession } from './open-session';
import { summarise } from './statistics';
import type { Line } from './workload';

const SHOP = resolve(__dirname, '../../../../deploy/tenants/shop');
const DIGITS = 3;
const LONG_CHARACTERS = 8 * 1024;

const TEXTS = [
  'Where is my order 1002?',
  'yes',
  'no',
  '1004',
  'any luck?',
  'stop',
  'actually, forget it',
  'no wait, make it 1005',
  "don't stop",
  'thanks',
  '?',
  'My teapot leaks and I would like somebody to look at it, because the last one leaked as well and nobody ever told me why that is.',
] as const;
const LONG = 'I actually like the teapot, but the parcel came late again and nobody could say where it was. '
  .repeat(100)
  .slice(0, LONG_CHARACTERS);

/**
 * One decision of the router on a turn, warm, in this process: rules, category, topic and facts. Durations in
 * milliseconds.
 */
export function routingDecisions(threads: number, rounds: number): Line {
  const session = new OpenSession(loadTenant(SHOP)).open(threads);
  const inputs = [...TEXTS, LONG].map((text) => session.said(text));
  const measured = inputs.map((): number[] => []);
  for (let round = -rounds; round < rounds; round += 1) {
    for (const [index, input] of inputs.entries()) {
      const began = performance.now();
      session.decide(input);
      if (round >= 0) measured[index]!.push(performance.now() - began);
    }
  }
  return {
    bench: 'routing_decision',
    open_threads: session.openThreads,
    decisions: inputs.length * rounds,
    texts: inputs.length,
    all_ms: summarise(measured.flat(), DIGITS),
    short_ms: summarise(measured.slice(0, -1).flat(), DIGITS),
    long_8kb_ms: summarise(measured.at(-1)!, DIGITS),
  };
}
