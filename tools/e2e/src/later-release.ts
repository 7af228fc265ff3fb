import { OtherBuild } from '@arbiter/stack';

/**
 * The build of a release that comes after this one, in a folder of its own: this build, changed as a later one would
 * be. Its executor writes a fact of a new kind before a run waits or ends, and its router takes it and writes one of
 * its own; a fact that both releases know has a new version with an upcaster, another one a new field. Its rules have
 * another hash by that.
 */
export function laterRelease(): OtherBuild {
  const build = OtherBuild.copy();
  changeContracts(build);
  changeDeciders(build);
  changeRouter(build);
  return build;
}

function changeContracts(build: OtherBuild): void {
  build.change('libs/contracts/dist/events/run.js', [
    [
      "'run.suspended': (0, event_definition_1.event)('run', 1,",
      "'run.remarked': (0, event_definition_1.event)('run', 1, 'A run was remarked upon.', (0, vocabulary_1.Closed)({ runId: typebox_1.Type.String(), sessionId: typebox_1.Type.String() })),\n    'run.suspended': (0, event_definition_1.event)('run', 2,",
    ],
  ]);
  build.addField('libs/contracts/dist/events/run.js', 'run.suspended', 'remark: typebox_1.Type.String(),');
  build.addField(
    'libs/contracts/dist/events/run.js',
    'run.completed',
    'remark: typebox_1.Type.Optional(typebox_1.Type.String()),',
  );
  build.change('libs/contracts/dist/events/session.js', [
    [
      'exports.SESSION_EVENTS = {',
      "exports.SESSION_EVENTS = {\n    'session.remarked': (0, event_definition_1.event)('session', 1, 'A remark was taken.', (0, vocabulary_1.Closed)({ runId: typebox_1.Type.String() })),",
    ],
  ]);
  build.change('libs/contracts/dist/events/upcast.js', [
    ['const UPCASTERS = {', "const UPCASTERS = { 'run.suspended': { 1: (data) => ({ remark: '', ...data }) },"],
  ]);
  build.change('libs/contracts/dist/flow.js', [
    [
      "'run.watched':",
      "'run.remarked': { producer: 'executor', consumers: [to('router', 'on-run-remarked')] },\n    'session.remarked': { producer: 'router', consumers: [] },\n    'run.watched':",
    ],
  ]);
}

function changeDeciders(build: OtherBuild): void {
  build.append(
    'libs/domain/dist/run/run-decider.js',
    `
const { decide: decideRun, evolve: evolveKnown, show: showKnown } = exports.runDecider;
const remarked = (fact) => {
    if (fact.name !== 'run.suspended' && fact.name !== 'run.completed') return [fact];
    const { runId, sessionId } = fact.data;
    return [{ name: 'run.remarked', data: { runId, sessionId } }, { ...fact, data: { ...fact.data, remark: 'later' } }];
};
exports.runDecider.decide = (...given) => {
    const decision = decideRun(...given);
    return (0, contracts_1.isIgnored)(decision) ? decision : decision.flatMap(remarked);
};
exports.runDecider.evolve = (state, fact) => (fact.name === 'run.remarked' ? state : evolveKnown(state, fact));
exports.runDecider.show = (state, fact, context) => (fact.name === 'run.remarked' ? [] : showKnown(state, fact, context));
`,
  );
  build.append(
    'libs/domain/dist/session/session-decider.js',
    `
const { decide: decideKnown, evolve: evolveSession, lookups: lookupsKnown } = exports.sessionDecider;
exports.sessionDecider.decide = (state, input, context) => (input.name === 'run.remarked' ? [{ name: 'session.remarked', data: { runId: input.data.runId } }] : decideKnown(state, input, context));
exports.sessionDecider.evolve = (state, fact) => (fact.name === 'session.remarked' ? state : evolveSession(state, fact));
exports.sessionDecider.lookups = (state, input, context) => (input.name === 'run.remarked' ? [] : lookupsKnown(state, input, context));
`,
  );
}

function changeRouter(build: OtherBuild): void {
  build.change('apps/router/dist/session-events.js', [["'run.suspended', ", "'run.suspended', 'run.remarked', "]]);
}
