import 'reflect-metadata';
import { ArbiterError, type App } from '@arbiter/contracts';
import { Dependencies } from '@arbiter/resilience';
import { EventHandlers } from '../bus';
import type { Item, ShellDefinition, Recipients } from '../shell';
import { actionRings, sessionRings, type Noted } from '../testing/ringing-decider';
import { HostedDeciders } from './hosted-deciders';
import { ShellService } from './shell-service';

const definitionOf = (
  decider: typeof sessionRings,
  more: Partial<ShellDefinition<Noted>> = {},
): ShellDefinition<Noted> => ({
  app: 'router',
  decider: decider as ShellDefinition<Noted>['decider'],
  effects: {},
  feeds: new Set(),
  rulesHash: 'rules',
  artifactsOf: () => 'none',
  ...more,
});

/** Nothing is connected. */
const partsOf = (definitions: readonly ShellDefinition<Noted>[], app: App = 'router') =>
  ({
    definitions,
    configuration: { app },
    dependencies: new Dependencies(),
    partitions: { watch: () => undefined },
    tracing: {},
    host: { handover: null },
  }) as never;

const hosted = (...definitions: readonly ShellDefinition<Noted>[]): HostedDeciders =>
  new HostedDeciders(partsOf(definitions), {
    handlers: new EventHandlers<Recipients>(),
    onTrouble: () => undefined,
    deadLetter: async () => undefined,
  });

describe('the deciders of a service', () => {
  const lookingUp = { ...actionRings, lookups: () => [] };

  it.each<[string, string, readonly ShellDefinition<Noted>[], App]>([
    [
      'two of one category',
      'router has two deciders for session streams; a category has one: join them, or give one its own category',
      [definitionOf(sessionRings), definitionOf(actionRings), definitionOf(sessionRings)],
      'router',
    ],
    [
      'one of another service',
      'planner cannot host the decider of router for session streams',
      [definitionOf(sessionRings)],
      'planner',
    ],
    [
      'one that looks up streams beside another and does not say what it takes of them',
      'the decider of action streams looks up streams and is not alone in router: name in looksUp the events it takes',
      [definitionOf(sessionRings), definitionOf(lookingUp)],
      'router',
    ],
  ])('are refused at the start: %s', (_, said, definitions, app) => {
    expect(() => new ShellService(partsOf(definitions, app))).toThrow(said);
  });

  it('may look up streams beside another once they say what they take, or alone', () => {
    expect(() => hosted(definitionOf(sessionRings), definitionOf(lookingUp, { looksUp: new Set() }))).not.toThrow();
    expect(() => hosted(definitionOf(lookingUp))).not.toThrow();
  });

  it('decide ahead what all of the streams that wake have a decider for which does', () => {
    const deciders = hosted(definitionOf(sessionRings, { decidesAhead: true }), definitionOf(actionRings));
    expect(deciders.decidesAhead(['session-shop-s'])).toBe(true);
    expect(deciders.decidesAhead(['session-shop-s', 'action-shop-a'])).toBe(false);
  });

  it('leave an event for later when each of them says that it may', () => {
    const mayWait = (name: string) => name === 'run.completed';
    const both = hosted(definitionOf(sessionRings, { mayWait }), definitionOf(actionRings, { mayWait }));
    const one = hosted(definitionOf(sessionRings, { mayWait }), definitionOf(actionRings));
    expect([both.mayWait('run.completed', {}), both.mayWait('run.suspended', {})]).toEqual([true, false]);
    expect(one.mayWait('run.completed', {})).toBe(false);
  });

  it('turn away what is for a stream of none of them', async () => {
    const failure = await new Promise<ArbiterError>((failed) =>
      hosted(definitionOf(sessionRings)).enqueue('action-shop-a', { failed } as unknown as Item),
    );
    expect([failure.kind, failure.code]).toEqual(['terminal', 'no_decider']);
  });
});
