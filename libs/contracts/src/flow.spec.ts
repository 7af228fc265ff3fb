import { EVENTS, EVENT_NAMES } from './events';
import { APPS, FLOW, consumersOf, durableOf, isNeededAtOnce, travels } from './flow';

/** The one service that writes each category of streams. */
const WRITERS = {
  turn: 'ingress',
  session: 'router',
  playbook: 'router',
  plan: 'planner',
  run: 'executor',
  agent: 'executor',
  action: 'action-gateway',
  artifact: null,
  link: 'ingress',
} as const;

describe('the flow', () => {
  it('knows every event and no other', () => {
    expect(Object.keys(FLOW).sort()).toEqual([...EVENT_NAMES].sort());
  });

  it.each(EVENT_NAMES)('%s is written by the one service that writes its categories', (name) => {
    for (const category of EVENTS[name].categories) expect(FLOW[name].producer).toBe(WRITERS[category]);
  });

  it.each(EVENT_NAMES)('%s is told in one sentence', (name) => {
    expect(EVENTS[name].sentence).toMatch(/^[A-Z].+\.$/);
  });

  it('hands no event to a service that does not exist', () => {
    for (const { consumers } of Object.values(FLOW)) for (const { app } of consumers) expect(APPS).toContain(app);
  });

  it('names every durable once, without dots', () => {
    const durables = APPS.flatMap((app) => consumersOf(app).map(({ durable }) => durable));
    expect(new Set(durables).size).toBe(durables.length);
    for (const durable of durables) expect(durable).toMatch(/^[a-z_-]+$/);
    expect(durableOf('router', 'turn.received')).toBe('router-turn-received');
  });

  it('sends over the broker exactly the events that a service acts on', () => {
    for (const name of EVENT_NAMES) expect(travels(name)).toBe(FLOW[name].consumers.length > 0);
  });

  it('knows which of the events that gather are needed at once: those that name runs they change', () => {
    expect(isNeededAtOnce('run.requested', { overtakes: ['r1'], followers: [] })).toBe(true);
    expect(isNeededAtOnce('run.requested', { overtakes: [], followers: ['r1'] })).toBe(false);
    expect(isNeededAtOnce('run.completed', { followers: ['r1'] })).toBe(true);
    expect(isNeededAtOnce('run.completed', { followers: [] })).toBe(false);
    expect(isNeededAtOnce('plan.accepted', { overtakes: ['r1'] })).toBe(false);
  });

  it('gives provider-gateway and telemetry no event to act on: one answers asks, the other reads the log', () => {
    expect([...consumersOf('provider-gateway'), ...consumersOf('telemetry')]).toEqual([]);
  });
});
